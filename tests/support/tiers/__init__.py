"""Three tiers of tests, chosen by what each test was measured to cost: quick, standard and deep."""
