// Splits the text of a migration into its statements: a distributed database takes them one at a time.

/** What a semicolon within does not end: quoted text and names, dollar quotes, comments. */
const wholes = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\//y

const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g

/** In their order, each with the comments before it and without its semicolon. */
export function splitStatements(sql: string): readonly string[] {
  const statements: string[] = []
  let begin = 0
  const end = (at: number) => {
    const text = sql.slice(begin, at).trim()
    if (text.replaceAll(comments, '').trim() !== '') statements.push(text)
    begin = at + 1
  }
  for (let at = 0; at < sql.length; ) {
    wholes.lastIndex = at
    const whole = wholes.exec(sql)
    if (!whole && sql[at] === ';') end(at)
    at += whole?.[0].length ?? 1
  }
  end(sql.length)
  return statements
}

/** The name of the table that a statement creates, if it creates one that cannot have been there before. */
export function createdTable(statement: string): string | undefined {
  return /^create (?:unlogged )?table (?!if not exists)(\w+)/.exec(statement.replaceAll(comments, '').trim())?.[1]
}
