import { isForTrials, webAddress } from '../../define/web-address.ts'

/** The hosts of NIC, live and for tests; a GSP is named in EWAY_HOSTS of the environment. */
export const nicHosts: readonly string[] = [
  'api.ewaybillgst.gov.in',
  'ewaybillgst.gov.in',
  'docs.ewaybillgst.gov.in',
  'api.einvoice1.gst.gov.in',
  'api.einvoice2.gst.gov.in',
  'einv-apisandbox.nic.in',
]

/** Whether an account may name an address: NIC, a host of EWAY_HOSTS, and outside production this very machine. */
export function mayNamePortal(
  address: string,
  around: { isProduction: boolean; ewayHosts: readonly string[] },
): boolean {
  const read = webAddress(address)
  if (!read) return false
  if (isForTrials(read)) return !around.isProduction
  return [...nicHosts, ...around.ewayHosts].includes(read.host)
}
