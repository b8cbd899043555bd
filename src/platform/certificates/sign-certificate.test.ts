import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { it } from 'node:test'
import { ensureReflectMetadata } from '../../../test/support/builders/reflect-metadata.ts'
import { makeSigningRequest } from './sign-certificate.ts'

it('a certificate signing request has the name as it is, whatever its characters mean elsewhere', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  ensureReflectMetadata()
  const { Pkcs10CertificateRequest } = await import('@peculiar/x509')
  for (const name of ['merchant.com.example', '#1', '#0c03414243', '"quoted"', 'a\\0ab', 'a+O=b,C=c']) {
    const request = new Pkcs10CertificateRequest(await makeSigningRequest(privateKey, name))
    assert.deepEqual(request.subjectName.getField('CN'), [name])
  }
})

it('a certificate signing request is signed by its own key, on an elliptic curve or RSA', async () => {
  ensureReflectMetadata()
  const { Pkcs10CertificateRequest } = await import('@peculiar/x509')
  for (const { privateKey } of [
    generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ]) {
    const request = new Pkcs10CertificateRequest(await makeSigningRequest(privateKey, 'merchant.com.example'))
    assert.equal(await request.verify(), true, `${privateKey.asymmetricKeyType}`)
  }
})
