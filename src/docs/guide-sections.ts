// The guides as the reference's search reads them: one entry for each heading, without the marks of Markdown.
export interface GuideSection {
  readonly guide: string
  /** Of the heading, as the page makes it; empty before the first one. */
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

export function sectionsOf(guide: string, markdown: string): readonly GuideSection[] {
  const [opening = '', ...parts] = markdown.split(/^(?=#{2,4} )/m)
  const [, title = guide] = /^# (.+)$/m.exec(opening) ?? []
  return [
    { guide, anchor: '', heading: title, text: plain(opening.replace(/^# .+$/m, '')) },
    ...parts.map((part) => {
      const [, heading = ''] = /^#+ (.+)$/m.exec(part) ?? []
      return { guide, anchor: anchorOf(heading), heading: plain(heading), text: plain(part.replace(/^.*\n?/, '')) }
    }),
  ]
}

function plain(text: string): string {
  return text
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/^(?:```.*|\|[-| ]+\|)$/gm, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The same as in web/docs/guides/markdown.js. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')
}
