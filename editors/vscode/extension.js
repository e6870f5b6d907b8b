// A client for `solecism lsp`: it starts the server, passes settings on, and says what is missing.
"use strict";

const { spawn } = require("node:child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const SETTINGS = "Open the settings";
const RETRY = "Try again";
const INSTALL =
  "Install it with pip (solecism, solecism-write and a network), or give the full path of the " +
  "program in the setting solecism.command.";

let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("solecism").get("command");
  const problem = await missing(command);
  if (problem) {
    // Not awaited: the message stays until it is answered.
    ask(problem);
    return;
  }
  client = new LanguageClient("solecism", "Solecism", { command, args }, {
    // The server knows which languages it can read.
    documentSelector: [{ scheme: "file" }, { scheme: "untitled" }],
    middleware: { workspace: { configuration: withoutCommand } },
  });
  await client.start();
}

// Why the program cannot be started; empty where it can be.
function missing(command) {
  return new Promise((resolve) => {
    const tried = spawn(command, ["lsp", "--help"], { stdio: "ignore" });
    tried.on("error", () => resolve(`The program ${command} was not found. ${INSTALL}`));
    tried.on("exit", (code) =>
      resolve(code ? `The program ${command} has no editor part. ${INSTALL}` : ""),
    );
  });
}

async function ask(problem) {
  const answer = await vscode.window.showErrorMessage(problem, SETTINGS, RETRY);
  if (answer === SETTINGS) await openSettings();
  if (answer === RETRY) await restart();
}

function openSettings() {
  return vscode.commands.executeCommand("workbench.action.openSettings", "solecism");
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
  client = undefined;
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("solecism.restart", restart),
    vscode.commands.registerCommand("solecism.settings", openSettings),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("solecism.command")) restart();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
