// French texts of the pages of acquirer links.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Link {link} was created.': 'La liaison {link} a été créée.',
  'Create link||acquirer': 'Créer une liaison',
  Create: 'Créer',
  'Link ID': 'ID de la liaison',
  'Small letters, digits and hyphens, for example north-bank.':
    'Lettres minuscules, chiffres et traits d’union, par exemple north-bank.',
  Adapter: 'Adaptateur',
  'Saved as revision {revision}.': 'Enregistré comme révision {revision}.',
  'The settings were saved.': 'Les paramètres ont été enregistrés.',
  'Edit {name}': 'Modifier {name}',
  Save: 'Enregistrer',
  'Acquirer ID': 'ID de l’acquéreur',
  'Returned as transaction.acquirer.id.': 'Renvoyé dans transaction.acquirer.id.',
  'New orders will use a new revision. Existing orders stay with revision {revision}.':
    'Les nouvelles commandes utiliseront une nouvelle révision. Les commandes existantes restent sur la révision {revision}.',
  'Acquirer link': 'Liaison acquéreur',
  Settings: 'Paramètres',
  'Revision {revision}': 'Révision {revision}',
  'The acquirer responds.': 'L’acquéreur répond.',
  'The acquirer does not respond.': 'L’acquéreur ne répond pas.',
  'The acquirer does not respond: {reason}.': 'L’acquéreur ne répond pas : {reason}.',
  Disable: 'Désactiver',
  Enable: 'Activer',
  'Test connection': 'Tester la connexion',
  'Edit settings': 'Modifier les paramètres',
  'Disable link||acquirer': 'Désactiver la liaison',
  'Enable link': 'Activer la liaison',
  '{link} takes no new orders.': '{link} n’accepte plus de nouvelles commandes.',
  '{link} takes new orders.': '{link} accepte de nouvelles commandes.',
  'New orders are no longer sent through this link. Captures, refunds and voids of existing orders still are.':
    'Les nouvelles commandes ne passent plus par cette liaison. Les captures, remboursements et annulations des commandes existantes continuent d’y passer.',
  'New orders are sent through this link again.': 'Les nouvelles commandes passent de nouveau par cette liaison.',
  State: 'État',
  Status: 'Statut',
  Since: 'Depuis',
  Reason: 'Motif',
  'Requests in flight': 'Requêtes en cours',
  Waiting: 'En attente',
  'Last error': 'Dernière erreur',
  Merchants: 'Commerçants',
  None: 'Aucun',
  'and {count} more': { one: 'et {count} autre', other: 'et {count} autres' },
  'Set, not shown': 'Défini, non affiché',
  'Not set': 'Non défini',
  '{count} lines': { one: '{count} ligne', other: '{count} lignes' },
  Yes: 'Oui',
  No: 'Non',
  Connection: 'Connexion',
  'In flight': 'En cours',
  Echo: 'Écho',
  '{number} ms': '{number} ms',
  'Last echo': 'Dernier écho',
  Connections: 'Connexions',
  'No connections': 'Aucune connexion',
  'This link keeps no connections open, or has not been used since the gateway started.':
    'Cette liaison ne garde aucune connexion ouverte, ou n’a pas été utilisée depuis le démarrage de la passerelle.',
  Revision: 'Révision',
  Created: 'Créé',
  'Open transactions': 'Transactions en cours',
  Reversals: 'Extournes',
  'Manual resolution': 'Résolution manuelle',
  Connected: 'Connecté',
  Revisions: 'Révisions',
  'Existing orders stay with the revision that took them.':
    'Les commandes existantes restent sur la révision qui les a acceptées.',
  'No revisions': 'Aucune révision',
  Disabled: 'Désactivé',
  'Not connected': 'Non connecté',
  Connecting: 'Connexion en cours',
  Down: 'Hors service',
  'Signing on': 'Ouverture de session',
  Up: 'En service',
  Link: 'Liaison',
  'Acquirer links': 'Liaisons acquéreur',
  'As of {time}. Updated every ten seconds.': 'Données du {time}. Mise à jour toutes les dix secondes.',
  'Loading…': 'Chargement…',
  'No acquirer links yet': 'Aucune liaison acquéreur pour le moment',
  'A link connects the gateway to an acquirer. Merchants take payments through the links of their routes.':
    'Une liaison relie la passerelle à un acquéreur. Les commerçants encaissent les paiements via les liaisons de leurs routes.',
  'Hour from': 'Heure à partir de',
  All: 'Tous',
  'Response codes': 'Codes de réponse',
  'By hour, of the last 24 hours, over all processes of the gateway.':
    'Par heure, sur les dernières 24 heures, pour tous les processus de la passerelle.',
  'Responses by hour and code': 'Réponses par heure et par code',
  'No responses': 'Aucune réponse',
  'Responses of the acquirer appear here when payments go through this link.':
    'Les réponses de l’acquéreur apparaissent ici lorsque des paiements passent par cette liaison.',
  Other: 'Autre',
  'Time-outs and limits': 'Délais et limites',
  'A change makes a new revision.': 'Une modification crée une nouvelle révision.',
  'Sealed; never shown again.': 'Scellé ; ne sera plus jamais affiché.',
  'Default: {value}.': 'Par défaut : {value}.',
  'Simulated acquirer, in process and with its own books; sandbox only':
    'Acquéreur simulé, dans le processus et avec ses propres registres ; bac à sable uniquement',
  'A gateway that speaks the same API, over HTTPS': 'Une passerelle avec la même API, par HTTPS',
  'A card host that speaks ISO 8583, over TCP or TLS': 'Un hôte de cartes avec ISO 8583, par TCP ou TLS',
  'Random faults': 'Pannes aléatoires',
  'Such as seed=7,silent=0.05,slow=0.1,slowMs=200. Default: none.':
    'Par exemple seed=7,silent=0.05,slow=0.1,slowMs=200. Par défaut : aucune.',
  'Maximum number of concurrent payment requests of a process.':
    'Nombre maximal de requêtes de paiement simultanées d’un processus.',
  'Queued requests': 'Requêtes en attente',
  'Maximum number of requests that wait for a free slot; beyond that they are not sent.':
    'Nombre maximal de requêtes qui attendent une place libre ; les suivantes ne sont pas envoyées.',
  'Failures in a row': 'Échecs consécutifs',
  'Unsent or unanswered requests in a row after which the link is checked, and taken as down if the check fails.':
    'Requêtes consécutives non envoyées ou sans réponse après lesquelles la liaison est vérifiée ; elle est considérée comme hors service si la vérification échoue.',
  'Address of the upstream gateway': 'Adresse de la passerelle en amont',
  'Begins with https:// and has no path, for example https://gateway.bank.example.':
    'Commence par https:// et n’a pas de chemin, par exemple https://gateway.bank.example.',
  'API version': 'Version de l’API',
  'The version of the API in which requests are sent.': 'La version de l’API dans laquelle les requêtes sont envoyées.',
  'API password': 'Mot de passe de l’API',
  'Of every merchant at the upstream that has none of its own. Not used with a client certificate.':
    'De chaque commerçant en amont qui n’a pas le sien. Non utilisé avec un certificat client.',
  'API passwords by merchant': 'Mots de passe de l’API par commerçant',
  'One line for each merchant at the upstream: merchant id, colon, password.':
    'Une ligne par commerçant en amont : identifiant du commerçant, deux-points, mot de passe.',
  'Client certificate (PEM)': 'Certificat client (PEM)',
  'Followed by its intermediate certificates. Replaces the password.':
    'Suivi de ses certificats intermédiaires. Remplace le mot de passe.',
  'Followed by its intermediate certificates.': 'Suivi de ses certificats intermédiaires.',
  'Private key of the client certificate (PEM)': 'Clé privée du certificat client (PEM)',
  'Certificate authority (PEM)': 'Autorité de certification (PEM)',
  "Signs the upstream's certificate. Default: the authorities that this machine trusts.":
    'Signe le certificat de la passerelle en amont. Par défaut : les autorités reconnues par cette machine.',
  "Signs the host's certificate. Default: the authorities that this machine trusts.":
    'Signe le certificat de l’hôte. Par défaut : les autorités reconnues par cette machine.',
  'Batches are closed on request': 'Les lots sont clôturés sur demande',
  'Off where the upstream closes them on its schedule alone.':
    'Désactivé si la passerelle en amont ne les clôture que selon son calendrier.',
  'Connection time-out (ms)': 'Délai de connexion (ms)',
  'For a free connection, or a new one with TLS. The request is not sent when it takes longer.':
    'Pour une connexion libre ou une nouvelle avec TLS. Au-delà, la requête n’est pas envoyée.',
  'Request time-out (ms)': 'Délai de requête (ms)',
  'From sending a request to the end of its answer.': 'De l’envoi d’une requête à la fin de sa réponse.',
  'Idle time of a connection (ms)': 'Temps d’inactivité d’une connexion (ms)',
  'Must be shorter than the time after which the upstream closes idle connections.':
    'Doit être inférieur au délai après lequel la passerelle en amont ferme les connexions inactives.',
  'Longest request time at the upstream (ms)': 'Durée maximale d’une requête en amont (ms)',
  'A request that is unknown there after this time never arrives.':
    'Une requête inconnue là-bas après ce délai n’arrivera plus.',
  'The most connections for payments. Recovery has connections of its own.':
    'Le nombre maximal de connexions pour les paiements. La reprise a les siennes.',
  'Addresses of the host': 'Adresses de l’hôte',
  'The primary one, then backups: host:port, separated by commas.':
    'La principale, puis celles de secours : hôte:port, séparées par des virgules.',
  'Message specification': 'Spécification des messages',
  'One of iso87-ascii, iso87-binary, iso93-ascii, iso93-binary; or a specification in JSON.':
    'L’une de iso87-ascii, iso87-binary, iso93-ascii, iso93-binary ; ou une spécification en JSON.',
  'Length in front of each message': 'Longueur devant chaque message',
  'The length counts itself': 'La longueur se compte elle-même',
  'TPDU header (hexadecimal)': 'En-tête TPDU (hexadécimal)',
  'Five bytes between length and message, such as 6000030000. Default: none.':
    'Cinq octets entre la longueur et le message, par exemple 6000030000. Par défaut : aucun.',
  'Acquiring institution (DE 32)': 'Établissement acquéreur (DE 32)',
  'Terminal (DE 41)': 'Terminal du commerçant (DE 41)',
  'For merchants whose route names none.': 'Pour les commerçants dont la route n’en indique aucun.',
  'Merchant category code (DE 18)': 'Code de catégorie du commerçant (DE 18)',
  'For orders that name none.': 'Pour les commandes qui n’en indiquent aucun.',
  'Response codes of this host': 'Codes de réponse de cet hôte',
  'In addition to the usual ones or in place of them: code=GATEWAY_CODE, separated by commas.':
    'En plus des codes habituels ou à leur place : code=GATEWAY_CODE, séparés par des virgules.',
  'Of each process.': 'De chaque processus.',
  "Name in the host's certificate": 'Nom dans le certificat de l’hôte',
  'Sign-on': 'Ouverture de session sur l’hôte',
  'Signs on (0800/001) before a connection is used, and off (0800/002) before it is closed.':
    'Ouvre une session (0800/001) avant d’utiliser une connexion et la ferme (0800/002) avant de la clore.',
  'Message authentication (DE 64, 128)': 'Authentification des messages (DE 64, 128)',
  'Message authentication key (hexadecimal)': 'Clé d’authentification des messages (hexadécimal)',
  'Key-encrypting key (hexadecimal)': 'Clé de chiffrement de clés (hexadécimal)',
  'Under which the host sends new keys (0800/101). Without it keys cannot be changed.':
    'Avec elle, l’hôte envoie de nouvelles clés (0800/101). Sans elle, les clés ne peuvent pas être changées.',
  'For connecting, TLS and sign-on, each.': 'Pour la connexion, TLS et l’ouverture de session, chacun.',
  'Response time-out (ms)': 'Délai de réponse (ms)',
  'Idle time before an echo (ms)': 'Inactivité avant un écho (ms)',
  'An echo (0800/301) without answer ends the connection.': 'Un écho (0800/301) sans réponse met fin à la connexion.',
  'Echo time-out (ms)': 'Délai de l’écho (ms)',
  'Shortest pause before a new connection (ms)': 'Pause minimale avant une nouvelle connexion (ms)',
  'Longest pause before a new connection (ms)': 'Pause maximale avant une nouvelle connexion (ms)',
  'Longest request time (ms)': 'Durée maximale d’une requête (ms)',
  'A message that the host does not know after this time never arrives.':
    'Un message que l’hôte ne connaît pas après ce délai n’arrivera plus.',
  "Address of the host's records": 'Adresse des registres de l’hôte',
  'Of the test host, which shows its books on a port of its own. Most hosts have none.':
    'De l’hôte de test, qui montre ses registres sur un port à lui. La plupart des hôtes n’en ont pas.',
  'The gateway closes batches': 'La passerelle clôture les lots',
  'With 0500 and 0320, on request. Off where the host closes them on its schedule alone.':
    'Avec 0500 et 0320, sur demande. Désactivé si l’hôte ne les clôture que selon son calendrier.',
  'Batches by': 'Lots par',
  'Whether the host has a batch for each card acceptor (DE 42) or for each of its terminals (DE 41).':
    'Si l’hôte a un lot pour chaque accepteur de cartes (DE 42) ou pour chacun de ses terminaux (DE 41).',
  'The host assigns retrieval references': 'L’hôte attribue les références',
  'DE 37 of an approval is not compared with that of the request.':
    'Le DE 37 d’une approbation n’est pas comparé à celui de la requête.',
  'Required in production, except to hosts in a private network.':
    'Obligatoire en production, sauf vers des hôtes d’un réseau privé.',
  'Without TLS in production': 'Sans TLS en production',
  'Card numbers are readable on the way to the host. Only to private addresses (RFC 1918, RFC 4193, link-local, this machine).':
    'Les numéros de carte sont lisibles sur le chemin vers l’hôte. Vers des adresses privées seulement (RFC 1918, RFC 4193, lien local, cette machine).',
  'Early reversals are held': 'Les annulations précoces sont retenues',
  'A reversal that overtakes its request makes the host refuse the request.':
    'Si une annulation dépasse sa requête, l’hôte refuse la requête.',
  TLS: 'TLS',
  'Enter its secrets again: they are only used with the address they were entered for.':
    'Saisissez à nouveau les secrets : ils ne servent qu’avec l’adresse pour laquelle ils ont été saisis.',
}
