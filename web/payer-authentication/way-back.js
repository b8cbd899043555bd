// Sends the payer on to the shop without another click.
const form = document.getElementById('way-back')
if (form instanceof HTMLFormElement) form.submit()
