import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { DEMO_PASSWORD } from '../../resources/platform/demo-password.ts'

/** The password of everybody in the tests, as in the demo company. */
export const PASSWORD = DEMO_PASSWORD

/** One that somebody chooses, which the policy of today takes. */
export const OWN_PASSWORD = 'Own@12345678'

// A sign-in verifies a hash at the cost stored in it; the lowest cost takes a hundredth of the time.
const LEAST = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/** A hash of the password with a new salt, at the lowest cost. */
export async function quickHash(): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await promisify(argon2)('argon2id', { ...LEAST, message: PASSWORD, nonce })
  const [salt, sum] = [nonce, tag].map(bytes => Buffer.from(bytes).toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${sum}`
}
