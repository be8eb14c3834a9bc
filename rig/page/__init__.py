"""What people see: view model, routes, templates, styles."""
