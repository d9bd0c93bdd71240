/** The password of every user of the demo company, which production does not have. */
export const DEMO_PASSWORD = 'Demo@12345'
