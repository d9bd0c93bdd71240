import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** An in-memory stand-in for the Redis commands that the portal uses for rate limits and live changes, over a real socket. */
export interface StandInRedis {
  url: string
  /** The names of the counters. */
  keys(): string[]
  /** The number of connections that subscribe to a channel. */
  subscribers(): number
  close(): Promise<void>
}

type Reply = number | string | null | Reply[]

/** Starts a stand-in for Redis on a free port. */
export async function startRedis(): Promise<StandInRedis> {
  const counts = new Map<string, { value: number; ends: number }>()
  const open = new Set<Socket>()
  const listening = new Set<Socket>()
  const pushing = new Set<Socket>()
  const live = (key: string) => {
    const kept = counts.get(key)
    if (kept && kept.ends > Date.now()) return kept
    counts.delete(key)
    return undefined
  }
  const set = (key: string, value: number, seconds: number) => {
    counts.set(key, { value, ends: Date.now() + seconds * 1000 })
    return 'OK'
  }
  const left = (key: string) => (live(key)?.ends ?? Date.now() - 2) - Date.now()
  const answer = (words: string[]): Reply => {
    const [name = '', ...rest] = words
    switch (name.toUpperCase()) {
      case 'HELLO':
        return ['server', 'redis', 'version', '7.0.0', 'proto', Number(rest[0] ?? 2)]
      case 'EVAL': {
        // The only script: starts the counter if needed, adds to it, returns it and its remaining time.
        const [, , key, points, seconds] = rest as [string, string, string, string, string]
        if (!live(key)) set(key, 0, Number(seconds))
        const kept = live(key)!
        kept.value += Number(points)
        return [kept.value, left(key)]
      }
      case 'SET':
        return set(rest[0]!, Number(rest[1]), Number(rest[3]))
      case 'PTTL':
        return left(rest[0]!)
      default:
        return 'OK'
    }
  }
  const server = createServer(socket => {
    open.add(socket)
    let text = ''
    let queued: string[][] | null = null
    socket.on('error', () => undefined)
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      for (let read = command(text); read; read = command(text)) {
        text = text.slice(read.length)
        const name = read.words[0]!.toUpperCase()
        if (name === 'MULTI') queued = []
        else if (name === 'EXEC') {
          socket.write(encode((queued ?? []).map(answer)))
          queued = null
          continue
        } else if (queued) {
          queued.push(read.words)
          socket.write('+QUEUED\r\n')
          continue
        }
        if (name === 'HELLO' && read.words[1] === '3') pushing.add(socket)
        if (name === 'SUBSCRIBE') {
          listening.add(socket)
          socket.write(push(['subscribe', read.words[1]!, 1], pushing.has(socket)))
          continue
        }
        if (name === 'PUBLISH')
          for (const each of listening)
            each.write(push(['message', read.words[1]!, read.words[2]!], pushing.has(each)), 'latin1')
        const reply = name === 'PUBLISH' ? listening.size : answer(read.words)
        socket.write(name === 'HELLO' ? encodeMap(reply as Reply[]) : encode(reply))
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: () => [...counts.keys()],
    subscribers: () => listening.size,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** The first complete command in the received text, and its length. */
function command(text: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) return undefined
  let at = head[0].length
  const words: string[] = []
  for (let n = Number(head[1]); n > 0; n--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (!size) return undefined
    at += size[0].length
    const length = Number(size[1])
    if (text.length < at + length + 2) return undefined
    words.push(text.slice(at, at + length))
    at += length + 2
  }
  return { words, length: at }
}

/** A message pushed to a subscriber; newer protocol versions use their own type. */
const push = (parts: (string | number)[], own: boolean) =>
  `${own ? '>' : '*'}${parts.length}\r\n${parts
    .map(part => (typeof part === 'number' ? `:${part}\r\n` : `$${part.length}\r\n${part}\r\n`))
    .join('')}`

function encode(reply: Reply): string {
  if (reply === null) return '$-1\r\n'
  if (typeof reply === 'number') return `:${reply}\r\n`
  if (typeof reply === 'string') return `+${reply}\r\n`
  return `*${reply.length}\r\n${reply.map(encode).join('')}`
}

const encodeMap = (pairs: Reply[]) => `%${pairs.length / 2}\r\n${pairs.map(encode).join('')}`
