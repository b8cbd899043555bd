// The forms that take a payer's browser from a merchant's page to the issuer. They are embedded in the merchants'
// pages: their script is inline, because merchants run it by the script's id, and without any script a button remains.
import { attributes, type Html, html, textOfHtml } from '../../platform/html/html.ts'
import type { BrowserForms } from '../ports/payer-authentication.ts'

function hidden(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

export const browserForms: BrowserForms = {
  toAccessControl({ acsUrl, fields, title, buttonText, backgroundColor }) {
    const style = backgroundColor === undefined ? undefined : `background-color: ${backgroundColor}`
    return textOfHtml(html`<div id="redirectTo3ds1Simple"${attributes({ style })}>
<h1>${title ?? 'Your bank will confirm your identity'}</h1>
<form id="redirectTo3ds1Form" method="post" action="${acsUrl}" accept-charset="utf-8">${hidden(fields)}
<button type="submit">${buttonText ?? 'Continue'}</button></form>
<script id="redirect-to-3ds1-script">document.getElementById('redirectTo3ds1Form').submit()</script>
</div>`)
  },

  method({ url, postData }) {
    return textOfHtml(html`<div id="initiate3dsSimpleRedirect">
<iframe id="methodFrame" name="methodFrame" title="Your bank" width="0" height="0" style="visibility: hidden; border: 0"></iframe>
<form id="initiate3dsSimpleRedirectForm" method="post" action="${url}" target="methodFrame">${hidden({ threeDSMethodData: postData })}</form>
<script id="initiate-authentication-script">document.getElementById('initiate3dsSimpleRedirectForm').submit()</script>
</div>`)
  },

  challenge({ url, fields }) {
    return textOfHtml(html`<div id="threedsChallengeRedirect" style="height: 100vh">
<form id="threedsChallengeRedirectForm" method="post" action="${url}" target="challengeFrame">${hidden(fields)}
<noscript><button type="submit">Continue</button></noscript></form>
<iframe id="challengeFrame" name="challengeFrame" title="Your bank" width="100%" height="100%" style="border: 0"></iframe>
<script id="authenticate-payer-script">document.getElementById('threedsChallengeRedirectForm').submit()</script>
</div>`)
  },

  result({ url, fields }) {
    return textOfHtml(html`<div id="threedsFrictionLessRedirect">
<form id="threedsFrictionLessRedirectForm" method="post" action="${url}" target="challengeFrame">${hidden(fields)}
<noscript><button type="submit">Continue</button></noscript></form>
<iframe id="challengeFrame" name="challengeFrame" title="Payment" width="100%" height="100%" style="border: 0"></iframe>
<script id="authenticate-payer-script">document.getElementById('threedsFrictionLessRedirectForm').submit()</script>
</div>`)
  },
}
