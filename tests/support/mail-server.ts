import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Starts a mail server that accepts every mail, or answers each with the given refusal. */
export async function mailServer(answer: { code: number; says: string } | null = null) {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', chunk => {
        text += chunk
      })
      stream.on('end', () => {
        if (answer) return done(Object.assign(new Error(answer.says), { responseCode: answer.code }))
        taken.push(text)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    taken,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** Parses a mail: receivers, subject, text and attached PDF. */
export function readMail(raw: string) {
  const [head = ''] = raw.split('\r\n\r\n')
  const parts = partsOf(raw)
  const part = (type: string) => parts.find(one => one.split('\r\n\r\n')[0]!.includes(`Content-Type: ${type}`))
  const [, file] = part('application/pdf')?.split('\r\n\r\n') ?? []
  const [textHead = '', ...text] = part('text/plain')!.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'm').exec(head)?.[1] ?? ''
  return {
    to: header('To'),
    cc: header('Cc'),
    subject: header('Subject'),
    text: plain(textHead, text.join('\r\n\r\n')),
    pdf: file ? Buffer.from(file, 'base64') : null,
  }
}

/** The parts of a mail that hold no others: with a file, its text and HTML lie in a part of their own. */
function partsOf(raw: string): string[] {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  if (!boundary) return [raw]
  const [, ...parts] = rest.join('\r\n\r\n').split(`--${boundary}`)
  return parts.map(part => part.trimStart()).flatMap(partsOf)
}

function plain(head: string, text: string): string {
  if (/base64/.test(head)) return Buffer.from(text, 'base64').toString()
  if (!/quoted-printable/.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
