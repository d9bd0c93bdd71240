/** How many times longer than on two quiet cores everything may take: TEST_SLOWER=4 on a machine that is busy or slow. */
const slower = Number(process.env.TEST_SLOWER) || 1

/** A limit of time in milliseconds, for what takes so many seconds at most on two cores that others use as well. */
export const withinSeconds = (seconds: number): number => seconds * 1000 * slower
