import { isProof } from './proof.ts'

/**
 * The factor for all time limits: TEST_SLOWER=4 on a machine that is busy or slow. The proof tries whole what the guard
 * samples, and may take hours.
 */
const slower = Number(process.env.TEST_SLOWER) || (isProof ? 5 : 1)

/** A time limit in milliseconds, from the seconds allowed on two shared cores. */
export const withinSeconds = (seconds: number): number => seconds * 1000 * slower
