import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy in front of a server, as a network or a host that fails. */
export interface FrozenProxy {
  port: number
  /** Keeps connections open and takes new ones, and passes nothing on, as a host that hangs. */
  freeze(): void
  /** Passes on again, what was held back too. */
  thaw(): void
  /** Breaks off every connection and refuses new ones, as a server that was stopped. */
  shut(): Promise<void>
  /** Takes connections again. */
  open(): Promise<void>
}

/** Starts a proxy before a port of this machine. */
export async function proxyBefore(port: number): Promise<FrozenProxy> {
  const sockets = new Set<Socket>()
  let frozen = false
  const hold = (socket: Socket) => {
    sockets.add(socket)
    if (frozen) socket.pause()
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const pair = (client: Socket) => {
    const server = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      hold(one)
      one.on('data', data => other.write(data))
      one.on('close', () => other.destroy())
      // A listener for data lets it flow.
      if (frozen) one.pause()
    }
  }
  let listener: Server
  const listen = (at: number) =>
    new Promise<number>(resolve => {
      listener = createServer(pair).listen(at, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
    })
  const own = await listen(0)
  return {
    port: own,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    async shut() {
      const closed = new Promise(resolve => listener.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async open() {
      await listen(own)
    },
  }
}
