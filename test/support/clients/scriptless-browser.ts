// A payer's browser that runs no scripts: shows pages, follows redirects, keeps cookies, and sends the forms that pages hold.
import assert from 'node:assert/strict'
import { type ApiResponse, send } from './client.ts'

export interface ScriptlessBrowser {
  /** Where it is. */
  readonly url: string
  readonly html: string
  /** What the page says to a reader, without its markup. */
  readonly text: string
  /** The heading of the page. */
  readonly heading: string
  readonly status: number
  goto(url: string): Promise<void>
  /** Writes into the control of this name, or chooses among those of this name. Fails where the page has none. */
  fill(name: string, value: string): void
  /** Chooses the radio button with this label, or one that begins so. */
  choose(label: string): void
  valueOf(name: string): string | undefined
  hasControl(name: string): boolean
  hasButton(label: string): boolean
  /** Sends the form that has the button with this label, or one that begins so. */
  press(label: string): Promise<void>
  follow(link: string): Promise<void>
  hrefOf(link: string): string | undefined
  forgetCookies(): void
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

interface Control {
  readonly name: string
  readonly value: string
  /** Of boxes and radio buttons: whether they are sent. */
  readonly isSent: boolean
  readonly isChoice: boolean
}

interface Page {
  readonly url: string
  readonly status: number
  readonly html: string
  readonly written: Map<string, string>
}

const redirectsMax = 10

export function openScriptlessBrowser(): ScriptlessBrowser {
  let page: Page = emptyPage('about:blank')
  let cookies: readonly Cookie[] = []

  function keep(headers: ApiResponse['headers'], path: string): void {
    for (const text of headers['set-cookie'] ?? []) {
      const [pair = '', ...rest] = text.split(/;\s*/)
      const [name = '', value = ''] = pair.split('=')
      const cookie = { name, value, path: rest.find((each) => each.startsWith('Path='))?.slice(5) ?? path }
      const others = cookies.filter((each) => each.name !== name || each.path !== cookie.path)
      cookies = rest.includes('Max-Age=0') ? others : [...others, cookie]
    }
  }

  async function load(url: string, form?: URLSearchParams, redirects = 0): Promise<void> {
    assert.ok(redirects < redirectsMax, `too many redirects at ${url}`)
    if (!isHere(url)) {
      page = emptyPage(url)
      return
    }
    const { origin, pathname, search } = new URL(url)
    const sent = cookies.filter(({ path }) => pathname.startsWith(path)).map(({ name, value }) => `${name}=${value}`)
    const response = await send(origin, {
      path: pathname + search,
      login: null,
      headers: {
        accept: 'text/html',
        ...(sent.length > 0 && { cookie: sent.join('; ') }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin }),
      },
      ...(form && { method: 'POST', bytes: form.toString() }),
    })
    keep(response.headers, pathname)
    page = { ...emptyPage(url), status: response.status, html: response.text }
    const next = response.headers.location ?? /^0;url=(.*)$/.exec(String(response.headers['refresh']))?.[1]
    if (next !== undefined) await load(new URL(next, url).href, undefined, redirects + 1)
  }

  return {
    get url() {
      return page.url
    },
    get status() {
      return page.status
    },
    get html() {
      return page.html
    },
    get text() {
      return textOf(page.html)
    },
    get heading() {
      return textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(page.html)?.[1] ?? '')
    },
    goto: (url) => load(url),
    fill(name, value) {
      const found = controlsIn(page.html).filter((control) => control.name === name)
      assert.ok(found.length > 0, `${name} is not on the page: ${page.html}`)
      if (found.every(({ isChoice }) => isChoice))
        assert.ok(
          found.some((each) => each.value === value),
          value,
        )
      page.written.set(name, value)
    },
    choose(label) {
      const found = [...page.html.matchAll(/<label\b[^>]*>(.*?)<\/label>/gs)].find(
        ([, inside = '']) => /<input [^>]*type="radio"/.test(inside) && textOf(inside).startsWith(label),
      )
      const [radio] = controlsIn(found?.[0] ?? '')
      assert.ok(radio, `there is no choice ${label} on ${page.html}`)
      page.written.set(radio.name, radio.value)
    },
    valueOf: (name) => controlsIn(page.html).find((control) => control.name === name && control.isSent)?.value,
    hasControl: (name) => controlsIn(page.html).some((control) => control.name === name),
    hasButton: (label) => buttonsIn(page.html).some((button) => button.label === label),
    press(label) {
      const forms = formsIn(page.html)
      const all = forms.flatMap((each) => buttonsIn(each.inside).map((button) => ({ form: each, button })))
      const { form, button } =
        all.find((each) => each.button.label === label) ?? all.find((each) => each.button.label.startsWith(label)) ?? {}
      assert.ok(form && button, `there is no button ${label} on ${page.html}`)
      const controls = controlsIn(form.inside)
      const written = [...page.written].filter(([name]) => controls.some((control) => control.name === name))
      const left = controls.filter(({ name, isSent }) => isSent && !page.written.has(name))
      const fields = new URLSearchParams([...left.map(({ name, value }) => [name, value]), ...written])
      if (button.name !== undefined) fields.append(button.name, button.value ?? '')
      return load(new URL(form.action, page.url).href, fields)
    },
    follow(link) {
      const href = hrefIn(page.html, link) ?? assert.fail(`there is no link ${link} on ${page.html}`)
      return load(new URL(href, page.url).href)
    },
    hrefOf: (link) => hrefIn(page.html, link),
    forgetCookies() {
      cookies = []
    },
  }
}

function emptyPage(url: string): Page {
  return { url, status: 0, html: '', written: new Map() }
}

/** Shops of examples are nowhere: their address is all there is of them. */
function isHere(url: string): boolean {
  return ['localhost', '127.0.0.1'].includes(new URL(url).hostname)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
}

function textOf(html: string): string {
  const words = html.replaceAll(/<(head|script|noscript)\b.*?<\/\1>/gs, ' ').replaceAll(/<[^>]*>/g, '')
  return unescaped(words).replaceAll(/\s+/g, ' ').trim()
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s>])`).exec(tag)
  return found ? unescaped(found[1] ?? '') : undefined
}

function formsIn(html: string): readonly { readonly action: string; readonly inside: string }[] {
  return [...html.matchAll(/<form\b[^>]*>(.*?)<\/form>/gs)].map(([whole, inside = '']) => ({
    action: attribute(tagOf(whole), 'action') ?? '',
    inside,
  }))
}

function buttonsIn(html: string) {
  return [...html.matchAll(/<button\b[^>]*>(.*?)<\/button>/gs)].map(([whole, inside = '']) => ({
    label: textOf(inside),
    name: attribute(tagOf(whole), 'name'),
    value: attribute(tagOf(whole), 'value'),
  }))
}

function controlsIn(html: string): readonly Control[] {
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => {
    const isChoice = ['radio', 'checkbox'].includes(attribute(tag, 'type') ?? '')
    const isSent = !isChoice || attribute(tag, 'checked') !== undefined
    return { name: attribute(tag, 'name') ?? '', value: attribute(tag, 'value') ?? '', isSent, isChoice }
  })
  const selects = [...html.matchAll(/<select\b[^>]*>(.*?)<\/select>/gs)].map(([whole, inside = '']) => {
    const options = [...inside.matchAll(/<option\b[^>]*>([^<]*)/g)].map(([tag, text = '']) => ({
      value: attribute(tagOf(tag), 'value') ?? textOf(text),
      isChosen: attribute(tagOf(tag), 'selected') !== undefined,
    }))
    const chosen = options.find(({ isChosen }) => isChosen) ?? options[0]
    return {
      name: attribute(tagOf(whole), 'name') ?? '',
      value: chosen?.value ?? '',
      isSent: true,
      isChoice: false,
    }
  })
  return [...inputs, ...selects].filter(({ name }) => name !== '')
}

function hrefIn(html: string, link: string): string | undefined {
  const found = [...html.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs)].find(([, inside = '']) => textOf(inside).startsWith(link))
  return found && attribute(tagOf(found[0]), 'href')
}

/** The opening tag. */
function tagOf(element: string): string {
  return element.slice(0, element.indexOf('>') + 1)
}
