import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')

/** The password as it is stored: a PHC string of argon2id with its own salt. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...COST, message: password, nonce })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encoded(nonce)}$${encoded(tag)}`
}

/** Whether the password is the one that was hashed; takes as long when there is no hash at all. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, , , cost, salt, expected] = (hash ?? NOBODY).split('$')
  const [memory, passes, parallelism] = cost!.split(',').map(part => Number(part.slice(2)))
  const expectedTag = Buffer.from(expected!, 'base64')
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt!, 'base64'),
    memory: memory!,
    passes: passes!,
    parallelism: parallelism!,
    tagLength: expectedTag.length,
  })
  return timingSafeEqual(Buffer.from(tag), expectedTag) && hash !== null
}

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
