import { spawnSync } from 'node:child_process'

// Another installation is waited for; a network that is not there is not.
const patience = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=1', 'Acquire::http::Timeout=20']

/** Installs a system package with apt, as root on a Debian-like system. Returns whether it was installed. */
export function installSystemPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.error(`Installing the system package ${name} for the tests …`)
  // Run level 1 keeps the services of a package from being started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...patience.flatMap(option => ['-o', option]), ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  apt('update')
  return apt('install', '-y', '--no-install-recommends', name).status === 0
}
