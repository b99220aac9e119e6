-- Operators change the tiers of cash products for their next issues.
grant update (tiers) on product to fairlot_app;
