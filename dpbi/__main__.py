"""`python -m dpbi`: the command, where its script is not on the path.  That is all of it."""

from dpbi.cli import main

if __name__ == "__main__":
    main()
