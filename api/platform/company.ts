import type { Knex } from 'knex'
import type { Settings } from '../../resources/settings/settings.ts'
import { readSettings } from './settings.ts'

/** The company as its mails and documents name it; what is not entered under Settings is null. */
export interface Company {
  name: string
  address: string | null
  gstin: string | null
  /** Who gets the answers to mails. */
  replyTo: string | null
}

/** Reads how the company is named today. */
export const readCompany = async (db: Knex): Promise<Company> => companyOf(await readSettings(db))

/** The company as the settings name it. */
export const companyOf = (settings: Settings): Company => ({
  name: settings['company.name'],
  address: entered(settings['company.address']),
  gstin: entered(settings['company.gstin']),
  replyTo: entered(settings['mail.reply_to']),
})

const entered = (value: string) => (value === '-' || value.trim() === '' ? null : value)

/** The lines below the name of the company: its address and its registration. */
export const companyLines = ({ address, gstin }: Company): string[] =>
  [address, gstin && `GSTIN ${gstin}`].flatMap(line => line ?? [])
