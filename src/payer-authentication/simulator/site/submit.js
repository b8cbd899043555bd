// Sends the payer back without another click.
const form = document.getElementById('way-back')
if (form instanceof HTMLFormElement) form.submit()
