import { gatewayStates, returnReasons, type WordTable } from './word-table.ts'

/** The gateway of demonstrations speaks in our own words. */
export const mockWords: WordTable = Object.fromEntries([...gatewayStates, ...returnReasons].map(word => [word, [word]]))
