// Markup that merchants embed in their own pages, which sends a payer's browser on to the issuer automatically. All
// external values in it are escaped as text.

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
  /** EMV 3-D Secure: lets the issuer inspect the payer's browser, in an invisible frame. */
  method(form: { readonly url: string; readonly postData: string }): string
  /** EMV 3-D Secure: the challenge, in a frame of the merchant's page. */
  challenge(form: { readonly url: string; readonly fields: Readonly<Record<string, string>> }): string
  /** EMV 3-D Secure without a challenge: takes the result to the merchant's own URL, in the frame of a challenge. */
  result(form: { readonly url: string; readonly fields: Readonly<Record<string, string>> }): string
}
