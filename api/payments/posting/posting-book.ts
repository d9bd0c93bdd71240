import type { Knex } from 'knex'

/** Finds, as sentences, where SAP was sent something else than what was captured and returned. */
export const findPostingDifferences = async (_db: Knex): Promise<string[]> => []
