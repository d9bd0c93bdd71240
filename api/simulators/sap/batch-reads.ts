import { readHttp, readMultipart, writeHttp, writeMultipart } from '../../sap/http/multipart.ts'
import type { SimulatorAnswer } from './answers.ts'

const READ = /^GET (\S+?)(?:\?(\S*))? HTTP\/1\.1$/

/** A question within a `$batch`: a path below the service, and its options. */
interface AskedPart {
  path: string
  query: URLSearchParams
}

/** The questions of a `$batch` that only reads; null where it is anything else. */
export function readsIn(type: string, text: string): AskedPart[] | null {
  try {
    return readMultipart(type, text).map(part => {
      const { line } = readHttp(part.body)
      const [, path, query = ''] = READ.exec(line) ?? []
      // A colon at the beginning of an address is read as the end of a protocol's name.
      if (path === undefined || path.includes(':')) throw new RangeError(line)
      return { path: decodeURIComponent(path), query: new URLSearchParams(query) }
    })
  } catch {
    return null
  }
}

/** The answers to the questions of a `$batch`, each with its own status. */
export function readsAnswer(answers: readonly SimulatorAnswer[]): SimulatorAnswer {
  const { type, text } = writeMultipart(
    answers.map(({ status, body }, index) =>
      writeHttp(
        {
          line: `HTTP/1.1 ${status} ${status < 300 ? 'OK' : 'Refused'}`,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
        index + 1,
      ),
    ),
  )
  return { status: 202, body: text, headers: { 'Content-Type': type } }
}
