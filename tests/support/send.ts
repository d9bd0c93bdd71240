import { Agent, type IncomingMessage, request } from 'node:http'

// Tens of thousands of requests: `fetch` would take as long over them as the portal itself.
// More sockets at once than a listening one keeps waiting (511) are refused by the system, whatever the portal does.
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** What somebody sends: a method, headers and a text. */
export interface Sent {
  method: string
  headers: Record<string, string>
  body?: string
}

/** Sends a request, on a connection that is open already where there is one, and gives the answer with its bytes. */
export async function send(url: string, { method, headers, body }: Sent): Promise<[IncomingMessage, Buffer]> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(url, { agent, method, headers: { accept: '*/*', 'user-agent': 'node', ...headers } })
    asked.on('response', resolve).on('error', reject)
    asked.end(body)
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return [response, Buffer.concat(chunks)]
}

/** The headers of an answer as `fetch` gives them. */
export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}
