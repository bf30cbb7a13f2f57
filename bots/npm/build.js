// Assembles the package in dist: the page's own connection and table model, the files here, and the types that tsc derives from their comments.
//
//     node bots/npm/build.js && npm pack ./bots/npm/dist
//
// Needs `npm ci` in server/web, for tsc.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = new URL('./', import.meta.url);
const root = new URL('../../', here);
const web = new URL('server/web/', root);
const dist = new URL('dist/', here);

rmSync(dist, { recursive: true, force: true });
mkdirSync(new URL('gen/', dist), { recursive: true });
// Everything these files import is in the list as well: a test imports the package from outside.
for (const file of ['net.js', 'model.js', 'hand.js', 'log.js', 'snapshot.js', 'facts.js', 'gen/protocol.d.ts']) cpSync(new URL(file, web), new URL(file, dist));
for (const file of ['index.js', 'bot.js', 'README.md', 'tsconfig.json']) cpSync(new URL(file, here), new URL(file, dist));
cpSync(new URL('LICENSE', root), new URL('LICENSE', dist));

execFileSync(process.execPath, [fileURLToPath(new URL('node_modules/typescript/bin/tsc', web)), '-p', fileURLToPath(dist)], {
  stdio: 'inherit',
});
rmSync(new URL('tsconfig.json', dist));

// The version is stated in one place.
const cargo = readFileSync(new URL('Cargo.toml', root), 'utf8');
const version = /^\[workspace\.package\]\nversion = "(.+)"/m.exec(cargo)?.[1];
if (!version) throw new Error('Cargo.toml has no version');
const { name, private: _, ...rest } = JSON.parse(readFileSync(new URL('package.json', here), 'utf8'));
const repository = /^repository = "(.+)"/m.exec(cargo)?.[1];
writeFileSync(new URL('package.json', dist), `${JSON.stringify({ name, version, ...(repository && { repository }), ...rest }, null, 2)}\n`);
