//! A client for `solecism lsp`: all that it does is say how the server is started.

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result};

struct Solecism;

impl zed::Extension for Solecism {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let command = worktree
            .which("solecism")
            .ok_or("solecism is not on the PATH. Run: pip install solecism-write")?;
        Ok(zed::Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }

    fn language_server_initialization_options(
        &mut self,
        _id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree("solecism", worktree)?.initialization_options)
    }
}

zed::register_extension!(Solecism);
