import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from './config.ts'

/**
 * Where a simulator stores its own data: beside the portal's database, so that a fresh database gets a fresh simulator.
 */
export function simulatorFile(
  { databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>,
  name: 'sap' | 'gateway' | 'sms' | 'eway',
): string {
  if (databaseUrl.startsWith('sqlite:'))
    return `${databaseUrl.slice('sqlite:'.length).replace(/\.sqlite$/, '')}.${name}.sqlite`
  return join(home, `${new URL(databaseUrl).pathname.slice(1)}.${name}.sqlite`)
}

/** Whether a simulator answers for SAP: outside production, where no SAP is configured. */
export const isSapSimulated = ({ sap, environment }: Pick<Config, 'sap' | 'environment'>) =>
  sap === null && environment !== 'production'

/** Whether a simulator takes the SMS: outside production, where no gateway is configured. */
export const isSmsSimulated = ({ sms, environment }: Pick<Config, 'sms' | 'environment'>) =>
  sms === null && environment !== 'production'

/** A simulator's password or shared secret, derived from the portal's own. */
export const simulatorSecret = ({ secret }: Pick<Config, 'secret'>, name: string) =>
  createHmac('sha256', secret).update(`simulator ${name}`).digest('hex')

/** The simulated SAP's default sign-in; it guards nothing but demonstration data. */
export const simulatorAccess = { user: 'BILTY', password: 'simulated-sap', client: '100' } as const

/** Where the simulated SMS gateway is found. */
export const SMS_SIMULATOR = '/sms-gateway'

/** Where the simulated e-way portal is found. */
export const EWAY_SIMULATOR = '/eway-portal'

/** The simulated systems around a portal, which are called like the real ones. */
export interface Simulators {
  /** Where the portal calls them. */
  url: string
  /** Where a browser finds their pages. */
  page: string
  /** Does what is due of them now, where no timer does. */
  runDue?(): Promise<boolean>
  stop(): Promise<void>
}

/** Starts the simulators of the portal at an address. */
export type StartSimulators = (portal: string) => Promise<Simulators>
