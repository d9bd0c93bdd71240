import { randomUUID } from 'node:crypto'

/** The multipart messages of an OData v2 `$batch`: HTTP requests and answers as parts of one. */
interface HttpPart {
  /** `PATCH A_SalesOrderItem(…) HTTP/1.1` of a request, `HTTP/1.1 204 No Content` of an answer. */
  line: string
  headers: Record<string, string>
  body: string
}

interface Part {
  headers: Record<string, string>
  body: string
}

/** Writes parts below a boundary of their own; returns the content type that names it, and the text. */
export function writeMultipart(parts: readonly Part[]) {
  const boundary = `part_${randomUUID()}`
  const written = parts.map(({ headers, body }) => `--${boundary}\r\n${headersText(headers)}\r\n${body}\r\n`)
  return { type: `multipart/mixed; boundary=${boundary}`, text: `${written.join('')}--${boundary}--\r\n` }
}

/** Writes an HTTP request or answer as a part. */
export function writeHttp({ line, headers, body }: HttpPart, contentId: number): Part {
  const length = { 'Content-Length': `${Buffer.byteLength(body)}` }
  return {
    headers: {
      'Content-Type': 'application/http',
      'Content-Transfer-Encoding': 'binary',
      'Content-ID': `${contentId}`,
    },
    body: `${line}\r\n${headersText({ ...headers, ...length })}\r\n${body}`,
  }
}

/** Reads the parts of a multipart text. Throws RangeError when it is none. */
export function readMultipart(contentType: string, text: string): { type: string; body: string }[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]?.trim()
  const pieces =
    boundary === undefined ? [] : text.split(new RegExp(`(?:^|\r?\n)--${escaped(boundary)}[ \\t]*(?:\r?\n|--)`))
  if (pieces.length < 3) throw new RangeError('This is no multipart message')
  return pieces.slice(1, -1).map(piece => {
    const { headers, body } = splitHead(piece)
    return { type: headers['content-type'] ?? '', body }
  })
}

/** Reads the HTTP request or answer of a part; header names in lower case. */
export function readHttp(part: string): HttpPart {
  const [line = '', ...rest] = part.split(/\r?\n/)
  return { line, ...splitHead(rest.join('\r\n')) }
}

function splitHead(text: string): { headers: Record<string, string>; body: string } {
  const empty = /^\r?\n|\r?\n\r?\n/.exec(text)
  const head = empty ? text.slice(0, empty.index) : text
  const pairs = head
    .split(/\r?\n/)
    .filter(row => row.indexOf(':') > 0)
    .map(row => [row.slice(0, row.indexOf(':')).trim().toLowerCase(), row.slice(row.indexOf(':') + 1).trim()])
  return { headers: Object.fromEntries(pairs), body: empty ? text.slice(empty.index + empty[0].length).trim() : '' }
}

const headersText = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
