import { mayNamePortal } from '../../../resources/dispatches/eway/portal-hosts.ts'
import type { EwayAccount } from '../../../resources/settings/eway-account.ts'
import { type Config, ConfigError, EWAY_VARIABLES } from '../../platform/config.ts'
import { callOut } from '../../platform/outgoing/call-out.ts'
import { EWAY_SIMULATOR, type Simulators, simulatorSecret } from '../../platform/simulators.ts'

/** An account of a GSTIN at the portal, with what it signs in with. */
export interface OpenAccount {
  gstin: string
  isSealed: boolean
  /** Where its invoices are registered, said with each IRN; null where the portal knows. */
  irp: string | null
  /** Where e-way bills are made, and where those of invoices with an IRN. */
  base: string
  irnBase: string
  username: string
  password: string
  clientId: string
  clientSecret: string
  /** The portal's public key in PEM. */
  publicKey(): Promise<string>
}

export type AccountMeans = Pick<Config, 'ewayVariables' | 'ewayHosts' | 'environment' | 'secret'> & {
  simulators: Pick<Simulators, 'url'> | null
}

/**
 * Opens an account: at the simulated portal where it names no address. Throws ConfigError with one sentence where a
 * variable is missing, an address may not be called, or production has no address.
 */
export function openEwayAccount(means: AccountMeans, account: EwayAccount): OpenAccount {
  const { code, gstin, address, basePath, irnAddress, irp } = account
  const isSealed = account.transport === 'NIC_ENCRYPTED'
  if (address === null) return { gstin, isSealed, irp, ...simulated(means, account) }
  const around = { isProduction: means.environment === 'production', ewayHosts: means.ewayHosts }
  if (![address, irnAddress ?? address].every(one => mayNamePortal(one, around)))
    throw new ConfigError(
      `The e-way account ${code} has an address that may not be called: correct it under Settings, E-Way Accounts, or name its host in EWAY_HOSTS.`,
    )
  const needed = (part: string) => {
    const name = `${EWAY_VARIABLES}${code}_${part}`
    const value = means.ewayVariables[name]
    if (!value) throw new ConfigError(`${name} is missing: set it as the GSP gave it for ${code}.`)
    return value
  }
  const publicKey = isSealed ? needed('PORTAL_KEY').replaceAll('\\n', '\n') : ''
  return {
    gstin,
    isSealed,
    irp,
    base: `${address}${basePath}`,
    irnBase: `${irnAddress ?? address}${basePath}`,
    username: needed('USERNAME'),
    password: needed('PASSWORD'),
    clientId: needed('CLIENT_ID'),
    clientSecret: needed('CLIENT_SECRET'),
    publicKey: async () => publicKey,
  }
}

function simulated({ environment, secret, simulators }: AccountMeans, { code, gstin, basePath }: EwayAccount) {
  if (environment === 'production')
    throw new ConfigError(`The e-way account ${code} has no address: production has no simulated portal.`)
  if (!simulators) throw new ConfigError('The simulated e-way portal has not started yet: try again in a moment.')
  const own = simulatorSecret({ secret }, 'eway').slice(0, 16)
  const base = `${simulators.url}${EWAY_SIMULATOR}${basePath}`
  return {
    base,
    irnBase: base,
    username: `API_${gstin}`,
    password: own,
    clientId: 'BILTY',
    clientSecret: own,
    // NIC hands its key out as a file; the simulator shows its own.
    publicKey: async () => (await callOut(`${simulators.url}${EWAY_SIMULATOR}/key`, { patience: 10_000 })).text,
  }
}
