// A client for `solecism lsp`: all that it does is start the server and pass settings on.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("solecism").get("command");
  const server = { command, args };
  client = new LanguageClient("solecism", "Solecism", server, {
    // The server knows which languages it can read.
    documentSelector: [{ scheme: "file" }, { scheme: "untitled" }],
    middleware: { workspace: { configuration: withoutCommand } },
  });
  await client.start();
}

// The command is for the client; the server does not know it.
async function withoutCommand(params, token, next) {
  const answers = await next(params, token);
  return answers.map((answer) => {
    const { command, ...settings } = answer ?? {};
    return settings;
  });
}

async function stop() {
  await client?.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand("solecism.restart", restart));
  await start();
}

module.exports = { activate, deactivate: stop };
