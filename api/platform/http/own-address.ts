import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The address of this process: an address that includes all interfaces includes the loopback one. */
export function ownAddress(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  const host =
    address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '[::1]' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}
