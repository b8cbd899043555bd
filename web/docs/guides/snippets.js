// One request as programs in several languages. Each reads the password from the environment, so that none is ever in a program,
// and needs nothing but what its language comes with.

/**
 * @typedef {object} ExampleCall
 * @property {string} name the operation
 * @property {string} method
 * @property {string} url
 * @property {string} user
 * @property {object} [body]
 * @property {boolean} [isOwnCertificate] the server's certificate is the sandbox's own
 *
 * @typedef {'curl' | 'typescript' | 'python' | 'php' | 'java'} Language
 */

export const passwordVariable = 'TOLLGATE_PASSWORD'

/** @type {readonly { language: Language, title: string, file: (name: string) => string, run: (file: string) => string }[]} */
export const languages = [
  { language: 'curl', title: 'curl', file: (name) => `${kebab(name)}.sh`, run: (file) => `sh ${file}` },
  { language: 'typescript', title: 'TypeScript', file: (name) => `${kebab(name)}.mts`, run: (file) => `node ${file}` },
  { language: 'python', title: 'Python', file: (name) => `${kebab(name)}.py`, run: (file) => `python3 ${file}` },
  { language: 'php', title: 'PHP', file: (name) => `${kebab(name)}.php`, run: (file) => `php ${file}` },
  { language: 'java', title: 'Java', file: (name) => `${pascal(name)}.java`, run: (file) => `java ${file}` },
]

/**
 * @param {Language} language
 * @param {ExampleCall} call
 * @returns {string}
 */
export function snippetOf(language, call) {
  return writers[language](call)
}

/** @type {Readonly<Record<Language, (call: ExampleCall) => string>>} */
const writers = {
  curl({ method, url, user, body, isOwnCertificate }) {
    return [
      `curl --request ${method} ${shellText(url)}`,
      `--user "${user}:$${passwordVariable}"`,
      ...(isOwnCertificate ? ['--insecure'] : []),
      ...(body ? [`--header 'Content-Type: application/json'`, `--data-raw ${shellText(pretty(body))}`] : []),
    ].join(' \\\n  ')
  },

  typescript({ method, url, user, body }) {
    const type = body ? `, 'Content-Type': 'application/json'` : ''
    return `const login = Buffer.from(\`${user}:\${process.env.${passwordVariable}}\`).toString('base64')
const response = await fetch(${quoted(url)}, {
  method: '${method}',
  headers: { Authorization: \`Basic \${login}\`${type} },${body ? `\n  body: JSON.stringify(${indented(scriptText(body), 2)}),` : ''}
})
console.log(response.status, await response.json())`
  },

  python({ method, url, user, body }) {
    const type = body ? ', "Content-Type": "application/json"' : ''
    return `import base64, json, os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

login = base64.b64encode(f"${user}:{os.environ['${passwordVariable}']}".encode()).decode()
request = Request(
    ${JSON.stringify(url)},
    method="${method}",
    headers={"Authorization": f"Basic {login}"${type}},${body ? `\n    data=json.dumps(${indented(pythonText(body), 4)}).encode(),` : ''}
)
try:
    response = urlopen(request)
except HTTPError as error:
    response = error
print(response.status, json.load(response))`
  },

  php({ method, url, user, body }) {
    const type = body ? `\n    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],` : ''
    return `<?php
$request = curl_init(${quoted(url)});
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_USERPWD => ${quoted(`${user}:`)} . getenv('${passwordVariable}'),${type}${body ? `\n    CURLOPT_POSTFIELDS => json_encode(${indented(phpText(body), 4)}),` : ''}
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = json_decode(curl_exec($request), true);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ';
print_r($answer);`
  },

  java({ name, method, url, user, body }) {
    const publisher = body ? 'BodyPublishers.ofString(body)' : 'BodyPublishers.noBody()'
    const text = body && `\n        String body = """\n${indented(`${javaText(pretty(body))}\n""";`, 12, true)}`
    return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;

class ${pascal(name)} {
    public static void main(String[] arguments) throws Exception {
        String login = ${JSON.stringify(`${user}:`)} + System.getenv("${passwordVariable}");${text ?? ''}
        var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login.getBytes()))${body ? `\n            .header("Content-Type", "application/json")` : ''}
            .method("${method}", ${publisher})
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`
  },
}

/** @param {unknown} value */
function pretty(value) {
  return JSON.stringify(value, null, 2)
}

/**
 * All lines but the first, or all of them.
 * @param {string} text
 * @param {number} width
 * @param {boolean} [isWhole]
 */
function indented(text, width, isWhole = false) {
  const space = ' '.repeat(width)
  return (isWhole ? space : '') + text.replaceAll('\n', `\n${space}`)
}

/** @param {string} text */
function shellText(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/**
 * @typedef {{ group: readonly [string, string], list: readonly [string, string], empty: string, indent: number, entry: (name: string, value: string) => string,
 *   text: (text: string) => string, words: Readonly<Record<string, string>> }} LiteralStyle
 */

/** @type {LiteralStyle} */
const script = {
  group: ['{', '}'],
  list: ['[', ']'],
  empty: '{}',
  indent: 2,
  entry: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${value}`,
  text: quoted,
  words: {},
}

/** @type {LiteralStyle} */
const python = {
  group: ['{', '}'],
  list: ['[', ']'],
  empty: '{}',
  indent: 4,
  entry: (name, value) => `${JSON.stringify(name)}: ${value}`,
  text: (text) => JSON.stringify(text),
  words: { true: 'True', false: 'False', null: 'None' },
}

/** @type {LiteralStyle} */
const php = {
  group: ['[', ']'],
  list: ['[', ']'],
  // An empty array would be written as a list.
  empty: 'new stdClass()',
  indent: 4,
  entry: (name, value) => `${quoted(name)} => ${value}`,
  text: quoted,
  words: { true: 'true', false: 'false', null: 'null' },
}

const scriptText = (/** @type {unknown} */ value) => literal(value, script, '')
const pythonText = (/** @type {unknown} */ value) => literal(value, python, '')
const phpText = (/** @type {unknown} */ value) => literal(value, php, '')

/**
 * @param {unknown} value
 * @param {LiteralStyle} style
 * @param {string} space
 * @returns {string}
 */
function literal(value, style, space) {
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object' || value === null) return style.words[String(value)] ?? String(value)
  const inner = space + ' '.repeat(style.indent)
  const [open, close] = Array.isArray(value) ? style.list : style.group
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, style, inner))
    : Object.entries(value).map(([name, each]) => style.entry(name, literal(each, style, inner)))
  if (parts.length === 0) return Array.isArray(value) ? '[]' : style.empty
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${space}${close}`
}

/**
 * Inside a text block.
 * @param {string} text
 */
function javaText(text) {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
}

/** @param {string} name */
function kebab(name) {
  return name.toLowerCase().replaceAll('_', '-')
}

/** @param {string} name */
function pascal(name) {
  return name.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())
}
