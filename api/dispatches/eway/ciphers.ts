import { constants, createCipheriv, createDecipheriv, createHmac, publicEncrypt, randomBytes } from 'node:crypto'

// The portal has no initial vectors: AES-256 in ECB with PKCS7, as NIC publishes it.
const ALGORITHM = 'aes-256-ecb'

/** What the portal reads under a key of 32 bytes, as Base64. */
export function seal(plain: Buffer | string, key: Buffer): string {
  const cipher = createCipheriv(ALGORITHM, key, null)
  return Buffer.concat([cipher.update(plain as string), cipher.final()]).toString('base64')
}

/** What is under a key. Throws where it is not. */
export function unseal(sealed: string, key: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, null)
  return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()])
}

/** A fresh key of ours, under which the portal hands out its own. */
export const newAppKey = (): Buffer => randomBytes(32)

/** What only the portal reads, under its public key. */
export const sealForPortal = (plain: string, publicKey: string): string =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(plain)).toString('base64')

/** The seal of the portal on an answer to a GET, made of its Base64 text under the answer's own key. */
export const hmacOf = (base64: string, rek: Buffer): string => createHmac('sha256', rek).update(base64).digest('base64')
