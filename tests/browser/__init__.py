"""One folder, one browser and one JupyterLab: a package, so that both end with it."""
