"""What was once tried against the score pad, in a bounded form: each attack, and that nothing is lost by it."""
