// What a user may choose as a password: long, of letters and digits (PCI DSS 8.3.6), and not a common one.
import type { UserKey } from '../../kernel/user.ts'

export const passwordLengthMin = 12
/** Anything longer only serves to consume our time. */
export const passwordLengthMax = 128

/** A new password differs from this many before it, including the current one (PCI DSS 8.3.7). */
export const passwordsRemembered = 4

/**
 * - TOO_SHORT, TOO_LONG: in characters, as a user counts them.
 * - NO_LETTER, NO_DIGIT: it must have both.
 * - TOO_COMMON: made of what programs try first: common words, names, sequences, repetitions, and variations of them.
 * - IS_NAME: the login, the merchant's id or the user's name.
 */
export const passwordFaults = ['TOO_SHORT', 'TOO_LONG', 'NO_LETTER', 'NO_DIGIT', 'TOO_COMMON', 'IS_NAME'] as const
export type PasswordFault = (typeof passwordFaults)[number]

/** However it was typed, on any keyboard, it is one password. */
export function normalizePassword(text: string): string {
  return text.normalize('NFKC')
}

export function passwordFaultOf(
  password: string,
  { merchantId, login, name }: UserKey & { readonly name: string },
): PasswordFault | undefined {
  const normal = normalizePassword(password)
  const characters = [...normal]
  if (characters.length < passwordLengthMin) return 'TOO_SHORT'
  if (characters.length > passwordLengthMax) return 'TOO_LONG'
  const plain = normal.toLowerCase().trim()
  if ([login, merchantId, name].some((each) => normalizePassword(each).toLowerCase().trim() === plain)) return 'IS_NAME'
  if (!/\p{L}/u.test(normal)) return 'NO_LETTER'
  if (!/\p{Nd}/u.test(normal)) return 'NO_DIGIT'
  return passwordPieces(plain, [login, merchantId, name]) < passwordPiecesMin ? 'TOO_COMMON' : undefined
}

// How much of a password has to be guessed: what an attacker's program tries as one piece counts as one character.

/** With fewer pieces than this, the password is found by programs that try common patterns. */
export const passwordPiecesMin = 8

/** Rows and zigzags of keyboards; followed in either direction. */
const keyboardRows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'abcdefghijklmnopqrstuvwxyz',
]
const sequences: readonly string[] = keyboardRows.flatMap((row) => [row, [...row].reverse().join('')])
const sequenceMin = 3
const wordMin = 3

/** What separates words adds nothing to guess. */
const separator = /^[\s._-]/u

/** Blocks up to this long are found repeated anywhere; longer ones only when they are the whole password. */
const blockMax = 4

/** Letters that users write as digits and signs; one and the exclamation mark stand for two. */
const lookalikes = [
  { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', $: 's', '!': 'i' },
  { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', $: 's', '!': 'l' },
] as const satisfies readonly Readonly<Record<string, string>>[]

const year = /^(19|20)\d\d/

/**
 * Counts common words (also in l00kalike letters), the user's own words, years, sequences and repeated characters as
 * one piece each, and any other letter, digit or sign as one. A password that only repeats itself counts once.
 */
export function passwordPieces(password: string, own: readonly string[]): number {
  const text = unrepeated(password.toLowerCase())
  const readings = [text, ...lookalikes.map((letters) => readAs(text, letters))]
  const ownWords = own
    .flatMap((each) => each.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= wordMin)
  const words = [...commonPasswordWords, ...ownWords]
  let pieces = 0
  for (let at = 0; at < text.length; ) {
    const length = lengthOfPiece(readings, at, words)
    if (length > 1 || !separator.test(text.charAt(at))) pieces += 1
    at += length
  }
  return pieces
}

function readAs(text: string, letters: Readonly<Record<string, string>>): string {
  return text.replaceAll(/[0-9@$!]/g, (character) => letters[character] ?? character)
}

function lengthOfPiece(readings: readonly string[], at: number, words: readonly string[]): number {
  const [text = ''] = readings
  const lengths = [
    lengthOfCharacter(text, at),
    year.test(text.slice(at, at + 4)) ? 4 : 0,
    lengthOfRepetition(text, at),
    lengthOfSequence(text, at),
    ...words.filter((word) => readings.some((reading) => reading.startsWith(word, at))).map(({ length }) => length),
  ]
  return Math.max(...lengths)
}

function lengthOfCharacter(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1
}

function lengthOfRepetition(text: string, at: number): number {
  let longest = 0
  for (let length = 1; length <= blockMax; length += 1) {
    const block = text.slice(at, at + length)
    let end = at + length
    while (block.length === length && text.startsWith(block, end)) end += length
    if (end > at + length) longest = Math.max(longest, end - at)
  }
  return longest
}

function lengthOfSequence(text: string, at: number): number {
  let longest = 0
  for (const sequence of sequences) {
    let length = sequenceMin
    while (at + length <= text.length && sequence.includes(text.slice(at, at + length))) length += 1
    if (length > sequenceMin) longest = Math.max(longest, length - 1)
  }
  return longest
}

/** The shortest prefix that the whole is a repetition of. */
function unrepeated(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const block = text.slice(0, length)
    if (block.repeat(Math.ceil(text.length / length)).startsWith(text)) return block
  }
  return text
}

/** Names of the product too: its own users try them. */
export const commonPasswordWords: readonly string[] = `
abc access account admin administrator adobe alexander amanda america andrea andrew angel animal anthony apple april arsenal
asdf ashley august autumn azerty baby backup bailey banana barcelona baseball basketball batman battery bear beauty beer bella
benjamin berlin bitcoin blink blue boston brandon buster butterfly california cameron card cash changeme change charlie cheese
chelsea chester chicago chicken chocolate christ christian clinton coffee compaq computer console contrasena cookie cool
correct corvette cowboy dakota dallas daniel database december default demo demon diamond dolphin donald donkey dragon eagle
easy email england estrella face family february ferrari fish flower football forever france freedom friday friend fuckyou
gateway gemini george germany ghost ginger god golf google gold green guest guitar hallo hammer hannah happy harley heaven
hello hockey horse house hunter iloveyou internet jackson january jasmine jennifer jesus jessica jordan joshua july june
justin kennwort killer king kitten lakers laptop letmein liverpool login london love lovely lucky maggie manager march maria
marina martin master matrix matthew maverick maxwell melissa mercedes merchant mercury merlin michael michelle microsoft monday
money monkey monster mother motdepasse mustang mylove mynoob nature newyork nicole ninja november october office oliver
operator orange pakistan paris pass passw password passwort patrick payment peanut pepper phoenix player please pokemon porsche
princess private profile purple qazwsx qwer qwerty qwertz rabbit rainbow ranger richard robert root samantha sample samsung
sandbox saturday scooter secret secure security september server service shadow shop silver simple slipknot snoopy soccer
spider spring staple star starwars steelers store student summer sunday sunshine super superman support system taylor teacher
temp tennis test thomas thunder thursday tiger tigger tollgate tuesday trustno unknown user vanilla victoria wachtwoord wednesday
welcome whatever willkommen william windows winner winter wizard yankees yellow zxcvbn`
  .trim()
  .split(/\s+/)
