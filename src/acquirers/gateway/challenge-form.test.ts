import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browserForms } from '../../payer-authentication/issuers/forms.ts'
import { readChallengeForm } from './challenge-form.ts'

const form = (attributes: string, inside = '') => `<div><form ${attributes}>${inside}</form><script>x()</script></div>`

describe('the form of a challenge', () => {
  it('is read from the page that a gateway makes', () => {
    const challenge = {
      url: 'https://acs.example/3ds?a=1&b="2"',
      fields: { creq: 'eyJ0"<&>\'', threeDSSessionData: '' },
    }
    assert.deepEqual(readChallengeForm(browserForms.challenge(challenge)), challenge)
  })

  it('is read from pages with other markup', () => {
    const page = form(
      `id ="challenge" METHOD='POST' action = "https://acs.example/&#x3d;&#61;&quot;" target="frame"`,
      `<input type="hidden" name="creq" value="e30"/><INPUT value='a&amp;b' name='threeDSSessionData' type='hidden' />
       <input type="text" name="shown" value="1">`,
    )
    assert.deepEqual(readChallengeForm(page), {
      url: 'https://acs.example/=="',
      fields: { creq: 'e30', threeDSSessionData: 'a&b' },
    })
  })

  for (const [what, page] of [
    ['without a form', '<div>Wait</div>'],
    [
      'with two forms',
      form('method="post" action="https://a.example"') + form('method="post" action="https://b.example"'),
    ],
    ['whose form is not posted', form('action="https://acs.example"')],
    ['whose address is not HTTPS', form('method="post" action="http://acs.example"')],
    ['whose address is a script', form('method="post" action="javascript:alert(1)"')],
    ['without an address', form('method="post"')],
  ] as const)
    it(`is not found in a page ${what}`, () => assert.equal(readChallengeForm(page), undefined))
})
