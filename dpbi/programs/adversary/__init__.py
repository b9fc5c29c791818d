"""An adversary that sees what is shown and chooses what comes next."""
