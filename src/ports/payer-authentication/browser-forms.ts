// Markup that merchants put into pages of their own, so that a payer's browser goes on to the issuer by itself. Everything in
// it that came from somebody else is text.

export interface BrowserForms {
  /** 3-D Secure 1: posts the request to the access-control server. */
  toAccessControl(form: {
    readonly acsUrl: string
    readonly fields: Readonly<Record<string, string>>
    readonly title?: string | undefined
    readonly buttonText?: string | undefined
    /** As #RRGGBB. */
    readonly backgroundColor?: string | undefined
  }): string
  /** EMV 3-D Secure: lets the issuer look at the payer's browser, in a frame that is not seen. */
  method(form: { readonly url: string; readonly postData: string }): string
  /** EMV 3-D Secure: the challenge, in a frame of the merchant's page. */
  challenge(form: { readonly url: string; readonly fields: Readonly<Record<string, string>> }): string
}
