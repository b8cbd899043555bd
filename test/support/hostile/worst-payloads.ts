// Payloads of wallets that are as expensive to verify as they can be made without a key of the wallet, and as long as a payload may be.
import { createPublicKey } from 'node:crypto'
import { appleMarks, issueCertificate } from '../../../src/wallets/simulator/payloads.ts'
import { type ApplePayload, makeAppleChain, makeLongKey, withCertificates } from '../builders/apple-pay.ts'
import type { GooglePayload } from '../builders/google-pay.ts'
import type { WalletWorld } from '../fixtures/wallet-world.ts'

export const payloadLengthMax = 16_384

const dummySignature = 'MAYCAQECAQE='

/** By what is in it: the wallet that it is of, and its text. */
export async function worstPayloads({
  apple,
  google,
}: Pick<WalletWorld, 'apple' | 'google'>): Promise<
  Readonly<Record<string, { readonly wallet: 'APPLE_PAY' | 'GOOGLE_PAY'; readonly text: string }>>
> {
  const googlePayload = JSON.parse(google()) as GooglePayload
  // Certificates of the right names and marks, which a stranger can make; only the root's signature is missing.
  const chain = await makeAppleChain()
  const applePayload = JSON.parse(apple({ chain })) as ApplePayload
  const ofGoogle = (payload: object) => ({ wallet: 'GOOGLE_PAY', text: JSON.stringify(payload) }) as const
  const ofApple = (payload: object) => ({ wallet: 'APPLE_PAY', text: JSON.stringify(payload) }) as const
  const signed = (signatures: readonly string[]) => ({
    ...googlePayload,
    intermediateSigningKey: { ...googlePayload.intermediateSigningKey, signatures },
  })
  const withSignature = (bytes: Buffer) => ofApple({ ...applePayload, signature: bytes.toString('base64') })
  const intermediates = async (count: number, makeOf?: () => ReturnType<typeof makeLongKey>) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const key = makeOf?.()
        const wanted = {
          name: 'Intermediate',
          isAuthority: true,
          mark: appleMarks.intermediate,
          issuer: chain.root,
          ...(key && { key }),
        }
        return (await issueCertificate(wanted)).der
      }),
    )
  const room = payloadLengthMax - JSON.stringify(signed([])).length
  const signatureRoom =
    Math.floor(((payloadLengthMax - JSON.stringify({ ...applePayload, signature: '' }).length) * 3) / 4) - 64
  return {
    'as many signatures as there is room for': ofGoogle(
      signed(Array(Math.floor(room / (dummySignature.length + 3))).fill(dummySignature)),
    ),
    'three wrong signatures': ofGoogle(signed(Array(3).fill(dummySignature))),
    'a wrong signature of the message': ofGoogle({ ...googlePayload, signature: dummySignature }),
    'a long message': ofGoogle({ ...googlePayload, signedMessage: googlePayload.signedMessage.padEnd(room - 800) }),
    'nested JSON': {
      wallet: 'GOOGLE_PAY',
      text: `{"protocolVersion":"ECv2","a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`,
    },
    'an intermediate key on another curve': ofGoogle({
      ...googlePayload,
      intermediateSigningKey: {
        ...googlePayload.intermediateSigningKey,
        signedKey: JSON.stringify({
          keyValue: createPublicKey(makeLongKey()).export({ format: 'der', type: 'spki' }).toString('base64'),
        }),
      },
    }),
    'as many certificates as there is room for': ofApple(
      withCertificates(applePayload, { first: await intermediates(20, makeLongKey) }),
    ),
    'two more intermediates of the right name': ofApple(
      withCertificates(applePayload, { first: await intermediates(2) }),
    ),
    'two more intermediates on another curve': ofApple(
      withCertificates(applePayload, { first: await intermediates(2, makeLongKey) }),
    ),
    'an altered signature': ofApple({ ...applePayload, data: `AAAA${applePayload.data}` }),
    ...Object.fromEntries(
      Object.entries(asn1Floods(signatureRoom)).map(([what, bytes]) => [
        `a signature of ${what}`,
        withSignature(bytes),
      ]),
    ),
  }
}

/** A signature in CMS whose content is one large list. */
function asn1Floods(room: number): Readonly<Record<string, Buffer>> {
  const list = (piece: string) => Buffer.from(piece, 'hex')
  const many = (piece: Buffer) => Buffer.concat(Array(Math.floor(room / piece.length)).fill(piece))
  const wrap = (content: Buffer) =>
    element(0x30, Buffer.concat([list('06092a864886f70d010702'), element(0xa0, element(0x30, content))]))
  const nested = (tag: number) => {
    let content: Buffer = Buffer.alloc(0)
    while (content.length < room) content = element(tag, content)
    return content
  }
  return {
    'empty elements': wrap(many(list('0500'))),
    'empty lists': wrap(many(list('3000'))),
    'strings of elements': wrap(many(list('04020500'))),
    'nested lists': wrap(nested(0x30)),
    'nested strings': wrap(nested(0x04)),
    'one long identifier': wrap(element(0x06, Buffer.alloc(room, 0x7f))),
    'one long number': wrap(element(0x02, Buffer.alloc(room, 0x7f))),
    'lists that do not end': many(list('3080')),
  }
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}
