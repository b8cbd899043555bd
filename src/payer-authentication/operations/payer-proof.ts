// What a payment knows of the authentication of its payer.

