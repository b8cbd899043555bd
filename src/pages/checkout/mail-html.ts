// The HTML of e-mails to payers. It loads nothing: the logo is a part of the message, so that the sender does not learn when
// or where it is read. Texts of merchants and payers become text, never markup.
import { attributes, type Html, html, textOfHtml } from '../../platform/html/html.ts'
import type { Language } from './render/texts/index.ts'

/** Of the logo in the message. */
export const logoContentId = 'logo'

export interface MailItem {
  readonly name: string
  readonly more?: string
  readonly amount: string
}

export interface MailBody {
  readonly language: Language
  readonly merchantName: string
  readonly hasLogo: boolean
  readonly title: string
  readonly intro: string
  readonly items?: readonly MailItem[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button?: { readonly text: string; readonly url: string }
  readonly quote?: { readonly title: string; readonly lines: readonly string[] }
  readonly small: readonly string[]
}

// Mail programs ignore style sheets. The colours can be read on the light and the dark grounds that they put behind them.
const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
const quiet = 'color:#56606d'
const line = 'border-top:1px solid #d9dee5'

export function renderMailHtml(body: MailBody): string {
  const { language, merchantName, hasLogo, title, intro, items = [], facts, button, quote, small } = body
  return textOfHtml(html`<!doctype html>
<html${attributes({ lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f5f8;color:#1b2430;${font}">
<div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 20px;font-size:15px;font-weight:600">${hasLogo && html`<img src="cid:${logoContentId}" alt="" height="40" style="height:40px;max-width:160px;vertical-align:middle"> `}<bdi>${merchantName}</bdi></p>
<h1 style="margin:0 0 8px;font-size:22px;line-height:1.3">${title}</h1>
<p style="margin:0 0 20px;font-size:15px;line-height:1.5">${intro}</p>
${items.length > 0 && renderItems(items)}
${facts.length > 0 && renderFacts(facts)}
${
  button &&
  html`<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;padding:12px 20px;background:#1f4fd8;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none">${button.text}</a></p>
<p style="margin:0 0 20px;font-size:13px;overflow-wrap:anywhere;${quiet}"><bdi dir="ltr">${button.url}</bdi></p>`
}
${
  quote &&
  html`<p style="margin:20px 0 4px;font-size:14px;${quiet}">${quote.title}</p>
<blockquote style="margin:0 0 20px;padding-inline-start:12px;border-inline-start:3px solid #d9dee5;font-size:15px;line-height:1.5">${quote.lines.map((each) => html`${each}<br>`)}</blockquote>`
}
${small.map((each) => html`<p style="margin:16px 0 0;font-size:13px;line-height:1.5;${quiet}">${each}</p>\n`)}
</div>
</body>
</html>
`)
}

function renderItems(items: readonly MailItem[]): Html {
  return html`<table role="presentation" style="width:100%;margin:0 0 12px;border-collapse:collapse;font-size:15px">
${items.map(
  ({ name, more, amount }) =>
    html`<tr><td style="padding:8px 0;text-align:start;${line}"><bdi>${name}</bdi>${more !== undefined && html`<br><span style="font-size:13px;${quiet}">${more}</span>`}</td><td style="padding:8px 0;text-align:end;white-space:nowrap;vertical-align:top;${line}"><bdi>${amount}</bdi></td></tr>\n`,
)}</table>`
}

function renderFacts(facts: MailBody['facts']): Html {
  return html`<table style="width:100%;border-collapse:collapse;font-size:14px">
${facts.map(
  ([label, value]) =>
    html`<tr><th scope="row" style="padding:7px 12px 7px 0;text-align:start;font-weight:400;vertical-align:top;${quiet};${line}">${label}</th><td style="padding:7px 0;text-align:end;overflow-wrap:anywhere;${line}"><bdi>${value}</bdi></td></tr>\n`,
)}</table>`
}
