// Words that passwords are most often built from. Lower case, without digits and signs: variations are found by the
// search.

/** Names of the product too: its own users try them. */
export const commonPasswordWords: readonly string[] = `
abc access account admin administrator adobe alexander amanda america andrea andrew angel animal anthony apple april arsenal
asdf ashley august autumn azerty baby backup bailey banana barcelona baseball basketball batman battery bear beauty beer bella
benjamin berlin bitcoin blink blue boston brandon buster butterfly california cameron card cash changeme change charlie cheese
chelsea chester chicago chicken chocolate christ christian clinton coffee compaq computer console contrasena cookie cool
correct corvette cowboy dakota dallas daniel database december default demo demon diamond dolphin donald donkey dragon eagle
easy email england estrella face family february ferrari fish flower football forever france freedom friday friend fuckyou
gateway gemini george germany ghost ginger god golf google gold green guest guitar hallo hammer hannah happy harley heaven
hello hockey horse house hunter iloveyou internet jackson january jasmine jennifer jesus jessica jordan joshua july june
justin kennwort killer king kitten lakers laptop letmein liverpool login london love lovely lucky maggie manager march maria
marina martin master matrix matthew maverick maxwell melissa mercedes merchant mercury merlin michael michelle microsoft monday
money monkey monster mother motdepasse mustang mylove mynoob nature newyork nicole ninja november october office oliver
operator orange pakistan paris pass passw password passwort patrick payment peanut pepper phoenix player please pokemon porsche
princess private profile purple qazwsx qwer qwerty qwertz rabbit rainbow ranger richard robert root samantha sample samsung
sandbox saturday scooter secret secure security september server service shadow shop silver simple slipknot snoopy soccer
spider spring staple star starwars steelers store student summer sunday sunshine super superman support system taylor teacher
temp tennis test thomas thunder thursday tiger tigger tollgate tuesday trustno unknown user vanilla victoria wachtwoord wednesday
welcome whatever willkommen william windows winner winter wizard yankees yellow zxcvbn`
  .trim()
  .split(/\s+/)
