/** The most payments that are looked at in one request, for each waits for its gateway. */
export const MOST_CHECKED = 20
