BEGIN TRANSACTION;
CREATE TABLE administrators (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	password TEXT NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	created BIGINT NOT NULL, 
	CONSTRAINT pk_administrators PRIMARY KEY (id), 
	CONSTRAINT uq_administrators_name UNIQUE (name)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE assignments (
	id INTEGER NOT NULL, 
	token VARCHAR(40) NOT NULL, 
	opening INTEGER NOT NULL, 
	item INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	pool VARCHAR(200) NOT NULL, 
	rater INTEGER NOT NULL, 
	serial INTEGER NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	leased BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	judgment INTEGER, 
	revision INTEGER DEFAULT '0' NOT NULL, 
	is_surplus BOOLEAN DEFAULT 0 NOT NULL, 
	is_paid BOOLEAN DEFAULT 0 NOT NULL, 
	is_committed BOOLEAN DEFAULT 0 NOT NULL, 
	is_right BOOLEAN, 
	CONSTRAINT pk_assignments PRIMARY KEY (id), 
	CONSTRAINT fk_assignments_item FOREIGN KEY(item) REFERENCES items (id), 
	CONSTRAINT fk_assignments_opening FOREIGN KEY(opening) REFERENCES openings (id), 
	CONSTRAINT fk_assignments_rater FOREIGN KEY(rater) REFERENCES raters (id), 
	CONSTRAINT uq_assignments_opening_rater UNIQUE (opening, rater), 
	CONSTRAINT uq_assignments_token UNIQUE (token)
);
INSERT INTO "assignments" VALUES(1,'dQrXcSSaTtMY4PwNGQ7TIA',7,7,0,'practice',1,1,'void',1000000014953,1000000914953,1,2,0,1,1,1);
INSERT INTO "assignments" VALUES(2,'f6IIR4rrjwXwqoIzf219QQ',6,6,0,'gold',1,2,'void',1000000031425,1000000931425,3,2,0,1,1,1);
INSERT INTO "assignments" VALUES(3,'D6GebYJRKt5KZz-xOX0SJw',2,2,0,'data',1,3,'void',1000000031425,1000000931425,5,2,0,1,1,NULL);
INSERT INTO "assignments" VALUES(4,'R20G9uyJOXXQkjY36xJyqQ',7,7,0,'practice',2,1,'answered',1000000018709,1000000918709,2,1,0,1,1,1);
INSERT INTO "assignments" VALUES(5,'46riorMs1Yg1snfMynujWg',2,2,0,'data',2,2,'answered',1000000034554,1000000934554,4,1,0,1,1,NULL);
INSERT INTO "assignments" VALUES(6,'tgTcp4UXlziYgrq7em0_uA',4,4,0,'data',2,3,'answered',1000000034554,1000000934554,6,1,0,1,1,NULL);
INSERT INTO "assignments" VALUES(7,'aBpcTl0bxXsg-OCM_tK70g',4,4,0,'data',1,4,'void',1000000045361,1000000945361,7,2,0,1,1,NULL);
INSERT INTO "assignments" VALUES(8,'lvn1l3wAlB-sE4RWncG-uQ',1,1,0,'data',2,4,'answered',1000000047385,1000000947385,8,1,0,1,1,NULL);
INSERT INTO "assignments" VALUES(9,'A3Z9yCz9kKqSxHjEwRaXPw',1,1,0,'data',1,5,'void',1000000055439,1000000955439,9,2,0,1,1,NULL);
INSERT INTO "assignments" VALUES(10,'ecShtgzsdD21NsGskeARYA',3,3,0,'data',2,5,'answered',1000000059651,1000000959651,10,1,0,1,1,NULL);
INSERT INTO "assignments" VALUES(11,'ocVowHxUdU2f3VozAVadng',3,3,0,'data',1,6,'void',1000000067076,1000000967076,11,2,0,1,1,NULL);
INSERT INTO "assignments" VALUES(12,'JEI6Yln07veRbfFj6V_aeQ',7,7,0,'practice',3,1,'answered',1000100000000,1000100900000,12,1,0,1,1,1);
CREATE TABLE contests (
	id INTEGER NOT NULL, 
	assignment INTEGER NOT NULL, 
	rater INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	verdict VARCHAR(20), 
	decided BIGINT, 
	CONSTRAINT pk_contests PRIMARY KEY (id), 
	CONSTRAINT fk_contests_assignment FOREIGN KEY(assignment) REFERENCES assignments (id), 
	CONSTRAINT fk_contests_rater FOREIGN KEY(rater) REFERENCES raters (id), 
	CONSTRAINT uq_contests_assignment UNIQUE (assignment)
);
CREATE TABLE documents (
	name VARCHAR(200) NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_documents PRIMARY KEY (name)
);
CREATE TABLE guidelines (
	version INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	consent TEXT DEFAULT '' NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	created BIGINT NOT NULL, 
	CONSTRAINT pk_guidelines PRIMARY KEY (version)
);
INSERT INTO "guidelines" VALUES(1,'Read the whole sentence. Judge the marked word only, whatever else is wrong. Choose “Error” if the sentence needs no word there, “OK” if it needs this word or another in its place, and “Too hard” if the text around it is too messy to decide.','','eacd78d0ab9d9a6125586ae0bd0d2f92434e8496b2ed9baf6b344a5b3166938c',1000000000000);
CREATE TABLE items (
	id INTEGER NOT NULL, 
	site TEXT NOT NULL, 
	pool VARCHAR(200) NOT NULL, 
	content TEXT NOT NULL, 
	gold TEXT, 
	CONSTRAINT pk_items PRIMARY KEY (id), 
	CONSTRAINT uq_items_site UNIQUE (site)
);
INSERT INTO "items" VALUES(1,'essay.0:2-3:preposition','data','{"site":"essay.0:2-3:preposition","before":"It 0 depends ","target":"of","after":" the weather.","context":[],"offers":{},"pool":"data","gold":{},"why":""}',NULL);
INSERT INTO "items" VALUES(2,'essay.1:2-3:preposition','data','{"site":"essay.1:2-3:preposition","before":"It 1 depends ","target":"of","after":" the weather.","context":[],"offers":{},"pool":"data","gold":{},"why":""}',NULL);
INSERT INTO "items" VALUES(3,'essay.2:2-3:preposition','data','{"site":"essay.2:2-3:preposition","before":"It 2 depends ","target":"of","after":" the weather.","context":[],"offers":{},"pool":"data","gold":{},"why":""}',NULL);
INSERT INTO "items" VALUES(4,'essay.3:2-3:preposition','data','{"site":"essay.3:2-3:preposition","before":"It 3 depends ","target":"of","after":" the weather.","context":[],"offers":{},"pool":"data","gold":{},"why":""}',NULL);
INSERT INTO "items" VALUES(5,'gold.0:1-2:preposition','gold','{"site":"gold.0:1-2:preposition","before":"She 0 arrived ","target":"to","after":" home.","context":[],"offers":{},"pool":"gold","gold":{},"why":"The word is not needed."}','{"":["error"]}');
INSERT INTO "items" VALUES(6,'gold.1:1-2:preposition','gold','{"site":"gold.1:1-2:preposition","before":"She 1 arrived ","target":"to","after":" home.","context":[],"offers":{},"pool":"gold","gold":{},"why":"The word is not needed."}','{"":["error"]}');
INSERT INTO "items" VALUES(7,'practice.0:1-2:preposition','practice','{"site":"practice.0:1-2:preposition","before":"She 0 arrived ","target":"to","after":" home.","context":[],"offers":{},"pool":"practice","gold":{},"why":"The word is not needed."}','{"":["error"]}');
CREATE TABLE judgments (
	id INTEGER NOT NULL, 
	assignment INTEGER NOT NULL, 
	item INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	rater INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	action VARCHAR(20) NOT NULL, 
	request VARCHAR(100) NOT NULL, 
	answer TEXT, 
	shown TEXT, 
	is_surplus BOOLEAN DEFAULT 0 NOT NULL, 
	guideline INTEGER NOT NULL, 
	active_ms BIGINT, 
	wall_ms BIGINT, 
	paid BIGINT DEFAULT '0' NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_judgments PRIMARY KEY (id), 
	CONSTRAINT fk_judgments_assignment FOREIGN KEY(assignment) REFERENCES assignments (id), 
	CONSTRAINT fk_judgments_item FOREIGN KEY(item) REFERENCES items (id), 
	CONSTRAINT fk_judgments_rater FOREIGN KEY(rater) REFERENCES raters (id), 
	CONSTRAINT uq_judgments_assignment_revision UNIQUE (assignment, revision), 
	CONSTRAINT uq_judgments_rater_request UNIQUE (rater, request)
);
INSERT INTO "judgments" VALUES(1,1,7,0,1,1,'answer','r:simulated-dQrXcSSaTtMY4PwNGQ7TIA-1000000031425','{"answer":["error"]}','{"answer":["error","ok","unknown"]}',0,1,16472,16472,50000,1000000031425);
INSERT INTO "judgments" VALUES(2,4,7,0,2,1,'answer','r:simulated-R20G9uyJOXXQkjY36xJyqQ-1000000034554','{"answer":["error"]}','{"answer":["error","ok","unknown"]}',0,1,15845,15845,50000,1000000034554);
INSERT INTO "judgments" VALUES(3,2,6,0,1,1,'answer','r:simulated-f6IIR4rrjwXwqoIzf219QQ-1000000045361','{"answer":["error"]}','{"answer":["error","ok","unknown"]}',0,1,13936,13936,50000,1000000045361);
INSERT INTO "judgments" VALUES(4,5,2,0,2,1,'answer','r:simulated-46riorMs1Yg1snfMynujWg-1000000047385','{"answer":["ok"]}','{"answer":["error","ok","unknown"]}',0,1,12831,12831,50000,1000000047385);
INSERT INTO "judgments" VALUES(5,3,2,0,1,1,'answer','r:simulated-D6GebYJRKt5KZz-xOX0SJw-1000000055439','{"answer":["ok"]}','{"answer":["error","ok","unknown"]}',0,1,10078,10078,50000,1000000055439);
INSERT INTO "judgments" VALUES(6,6,4,0,2,1,'answer','r:simulated-tgTcp4UXlziYgrq7em0_uA-1000000059651','{"answer":["ok"]}','{"answer":["error","ok","unknown"]}',0,1,12266,12266,50000,1000000059651);
INSERT INTO "judgments" VALUES(7,7,4,0,1,1,'answer','r:simulated-aBpcTl0bxXsg-OCM_tK70g-1000000067076','{"answer":["ok"]}','{"answer":["error","ok","unknown"]}',0,1,11637,11637,50000,1000000067076);
INSERT INTO "judgments" VALUES(8,8,1,0,2,1,'answer','r:simulated-lvn1l3wAlB-sE4RWncG-uQ-1000000091602','{"answer":["ok"]}','{"answer":["error","ok","unknown"]}',0,1,31951,31951,50000,1000000091602);
INSERT INTO "judgments" VALUES(9,9,1,0,1,1,'answer','r:simulated-A3Z9yCz9kKqSxHjEwRaXPw-1000000098270','{"answer":["ok"]}','{"answer":["error","ok","unknown"]}',0,1,31194,31194,50000,1000000098270);
INSERT INTO "judgments" VALUES(10,10,3,0,2,1,'answer','r:simulated-ecShtgzsdD21NsGskeARYA-1000000102752','{"answer":["error"]}','{"answer":["error","ok","unknown"]}',0,1,11150,11150,50000,1000000102752);
INSERT INTO "judgments" VALUES(11,11,3,0,1,1,'answer','r:simulated-ocVowHxUdU2f3VozAVadng-1000000112663','{"answer":["ok"]}','{"answer":["error","ok","unknown"]}',0,1,14393,14393,50000,1000000112663);
INSERT INTO "judgments" VALUES(12,12,7,0,3,1,'answer','r:request-JEI6Yln07veRbfFj6V_aeQ-1000100001000','{"answer":["error"]}','{"answer":["error","ok","unknown"]}',0,1,1000,1000,50000,1000100001000);
INSERT INTO "judgments" VALUES(13,9,1,0,1,2,'void','void:9:2',NULL,NULL,0,1,NULL,NULL,0,1000200000000);
INSERT INTO "judgments" VALUES(14,3,2,0,1,2,'void','void:3:2',NULL,NULL,0,1,NULL,NULL,0,1000200000000);
INSERT INTO "judgments" VALUES(15,11,3,0,1,2,'void','void:11:2',NULL,NULL,0,1,NULL,NULL,0,1000200000000);
INSERT INTO "judgments" VALUES(16,7,4,0,1,2,'void','void:7:2',NULL,NULL,0,1,NULL,NULL,0,1000200000000);
INSERT INTO "judgments" VALUES(17,2,6,0,1,2,'void','void:2:2',NULL,NULL,0,1,NULL,NULL,0,1000200000000);
INSERT INTO "judgments" VALUES(18,1,7,0,1,2,'void','void:1:2',NULL,NULL,0,1,NULL,NULL,0,1000200000000);
CREATE TABLE log (
	id INTEGER NOT NULL, 
	chain INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR(200) NOT NULL, 
	action VARCHAR(40) NOT NULL, 
	detail TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (id), 
	CONSTRAINT uq_log_chain_number UNIQUE (chain, number)
);
INSERT INTO "log" VALUES(1,0,1,1000000000000,'administrator','create','{"data":4,"digest":"abd69d06042c46e0c07be3990ca19dee59f3be5455aeab7bdde0231433d264d6","gold":2,"practice":1}','e72b782bdf959b5c96ecc53b9584e4417a3c8ae974947ca0f36a01ff5c332bf5');
INSERT INTO "log" VALUES(2,0,2,1000000000000,'administrator','guideline','{"digest":"eacd78d0ab9d9a6125586ae0bd0d2f92434e8496b2ed9baf6b344a5b3166938c","version":1}','da4930f08d72f81cd4ba70e301b798663838559145edbb57060305a820c0e301');
INSERT INTO "log" VALUES(3,0,3,1000000000000,'simulated','simulate','{"raters":2}','96c9fd925dd43ccd9c8faad9f650b084b2a57a655c56617d66172929bf5dd28c');
INSERT INTO "log" VALUES(4,0,4,1000000000000,'r-7426ca1dc641d4aa','join','{"chain":1,"rater":"r-7426ca1dc641d4aa","state":"practice"}','b713b72a8f091bc5c0d2b6e09f7a27b2426083683d8dbd60ce26f64e79ecf636');
INSERT INTO "log" VALUES(5,1,1,1000000000000,'r-7426ca1dc641d4aa','consent','{"version":1}','154079b03e2de9cc85b2f17c63cc1ef20a485a170c7c50ecce9f3c694d251807');
INSERT INTO "log" VALUES(6,0,5,1000000000000,'r-654c5e33b1a1ede2','join','{"chain":2,"rater":"r-654c5e33b1a1ede2","state":"practice"}','bc6ba5b553030200c3fd13b05d526bf614f9f6ec1f2027d65ddbc60642d9c954');
INSERT INTO "log" VALUES(7,2,1,1000000000000,'r-654c5e33b1a1ede2','consent','{"version":1}','3424b8e520753da673f5d57d9505e9b378a934248ffca5f5c294ebec619edc55');
INSERT INTO "log" VALUES(8,1,2,1000000031425,'r-7426ca1dc641d4aa','answer','{"digest":"e9c5d2cdc049e35269e43104403681c93188beee18428a1aab4079688480d4d0","judgment":1}','491fa35c83a7b1133dab5180af75b8a3734af3e92ac09a1357d5fe86630df9e6');
INSERT INTO "log" VALUES(9,0,6,1000000031425,'solecism','state','{"from":"practice","rater":"r-7426ca1dc641d4aa","reason":"1 of 1 practice items right","to":"active"}','b77865609e22b1dd3137cd5cfc9930bffbb49f804e3eeabfbe3f0244ce4bc749');
INSERT INTO "log" VALUES(10,2,2,1000000034554,'r-654c5e33b1a1ede2','answer','{"digest":"52b8658524ce9d6062e72c17f1f11adc8b598ef6820752fcd9803e0d8369564d","judgment":2}','ecbef77cdf4d3900ffb1e44f334ef82acf6734a4d49d948fd6c7b6eb1548d71d');
INSERT INTO "log" VALUES(11,0,7,1000000034554,'solecism','state','{"from":"practice","rater":"r-654c5e33b1a1ede2","reason":"1 of 1 practice items right","to":"active"}','c08362aaf09351f991f648dd2deb80887dfa526ceec83989a14c265377bddc43');
INSERT INTO "log" VALUES(12,1,3,1000000045361,'r-7426ca1dc641d4aa','answer','{"digest":"2ab2f23a1d22bf13a57b1dd89249c33b5da1967aaa593c24703b34940b4ca14e","judgment":3}','1d68afa567bfeb51737c6527f14856ec3ad0b7b30c3cc8a5cce7eaa3b7fa25d1');
INSERT INTO "log" VALUES(13,2,3,1000000047385,'r-654c5e33b1a1ede2','answer','{"digest":"391871023075316172e04ea524033478bc4ab6bfcb5b6143d9d685bb8d139c4c","judgment":4}','b75c244d6782e7616868353f50ff40f87d85bc55aec6a98a8b15f09cb30eaa85');
INSERT INTO "log" VALUES(14,1,4,1000000055439,'r-7426ca1dc641d4aa','answer','{"digest":"bfeb53b712026309d21ed3eb5cf2de7dffcb4866ffe927fb5208f2edc6bd2cb7","judgment":5}','f466d4819885eb9f39b6d2ddadfb56fcf2f548e2b44652e52cf00459e6bf914c');
INSERT INTO "log" VALUES(15,2,4,1000000059651,'r-654c5e33b1a1ede2','answer','{"digest":"8785a85d9197636765cf6415ff36e99c73f24629a3f70236f36bfdd893f7b80e","judgment":6}','6417480804456eb562a2e0457a0c0e35e58b8fc12c1aae20854a56534b3c3863');
INSERT INTO "log" VALUES(16,1,5,1000000067076,'r-7426ca1dc641d4aa','answer','{"digest":"5b5481472fce9afbafb7dcb625cf06660fe322588a88849190de5b46d36b4883","judgment":7}','099d172bf2ba328b525b4055abf6bfbed4d4a33e60be65e6660090af342edcda');
INSERT INTO "log" VALUES(17,2,5,1000000091602,'r-654c5e33b1a1ede2','answer','{"digest":"c28f11e948842526ee3f42f3a096e9ddbe971cbaef965fb4a9e331fd332404e2","judgment":8}','ffd2d2312ce010d14ea42e60a3dd6c573bd296cbccf2ed6cc6927a67a8cb7268');
INSERT INTO "log" VALUES(18,1,6,1000000098270,'r-7426ca1dc641d4aa','answer','{"digest":"5b3367232496ce79bcc73dc31b570ac04884af0a7708718365254fa9c31d34ea","judgment":9}','77628736318a36b38420262403cb69f61d97338a3b9ecfa00e3248709c31d40d');
INSERT INTO "log" VALUES(19,2,6,1000000102752,'r-654c5e33b1a1ede2','answer','{"digest":"3efbcbd3c0bb366807af84383c4470dea883f30e8bd208fc1200def1b60e63f1","judgment":10}','207e85f971a7d532afe60fa56c854eae80c4957fab11511689a8fcfb979ee0b7');
INSERT INTO "log" VALUES(20,1,7,1000000112663,'r-7426ca1dc641d4aa','answer','{"digest":"88fd09627269a642c450d2c8f9dfdae9c5acba6acf718b7ce406fa9acfd2921a","judgment":11}','7b245fb7f0bfeeab776b36bc4a9aa67e6710c9c05fa64c63f694b9cb3bf6456e');
INSERT INTO "log" VALUES(21,0,8,1000100000000,'r-93555f2b92179ea7','join','{"chain":3,"rater":"r-93555f2b92179ea7","state":"practice"}','1764ff1737fa65456fdb3807ad41b908dc0f4b6e74327246fb2a08a354ae67d8');
INSERT INTO "log" VALUES(22,3,1,1000100000000,'r-93555f2b92179ea7','consent','{"version":1}','b12ac9c01267e6938c3768ac47ebe3a53af3970b81d531b41c99d924daf6ba43');
INSERT INTO "log" VALUES(23,3,2,1000100001000,'r-93555f2b92179ea7','answer','{"digest":"399309ccfdbec55ddeebed3c539e7b5d1b9d429247390ce416281656fbb398e8","judgment":12}','bd5cfbfeb2f5662145c2867c4f6266169559461c7bc0728d4d7eb90a977a3a62');
INSERT INTO "log" VALUES(24,0,9,1000100001000,'solecism','state','{"from":"practice","rater":"r-93555f2b92179ea7","reason":"1 of 1 practice items right","to":"active"}','67a811999d105e55aba31b9a128b7a0abfaec764d09e15efd5cd19c5f2c4ffbd');
INSERT INTO "log" VALUES(25,0,10,1000200000000,'boss','state','{"from":"active","rater":"r-7426ca1dc641d4aa","reason":"test","to":"dismissed"}','15157050bb118f91039221c9a2d893e77c67fbcd80502b55136163cef94e097f');
INSERT INTO "log" VALUES(26,1,8,1000200000000,'r-7426ca1dc641d4aa','void','{"digest":"c92b9c625cbca44d65a6bea28ea97e27385a790dba70e9f746d52dbf4a9b4f11","judgment":13}','4c3c7ef86b43eedb53b39956eef8511cd27b8b2928fe704c1e4aeeb62e3c99fe');
INSERT INTO "log" VALUES(27,1,9,1000200000000,'r-7426ca1dc641d4aa','void','{"digest":"028d256808119770073054cd4bb84b20b2d20166912d17cef25c62596f79105b","judgment":14}','1103e0eed6b67993026629958d72fbf29489a561be49b3013b45f21814df398d');
INSERT INTO "log" VALUES(28,1,10,1000200000000,'r-7426ca1dc641d4aa','void','{"digest":"156e46aea46de5cd63f3316821c520febf04aff34198c6c7085a84420d538db4","judgment":15}','eae8768c48618d381f6c360875699053d2c73a55121c6c48e6dd5d593a49f1f0');
INSERT INTO "log" VALUES(29,1,11,1000200000000,'r-7426ca1dc641d4aa','void','{"digest":"37ba8f907eedf302e4550816dc318bf2619ffc896dcf2bb4296f8af8c8c9c138","judgment":16}','809f86fe1753a7192b87bff2062f4695a91026135fe9657c188b81a21fe28386');
INSERT INTO "log" VALUES(30,1,12,1000200000000,'r-7426ca1dc641d4aa','void','{"digest":"a8e626270c6e50bcdd8105bb423f2db4c66375d394868a34f74abe09ff5aefd6","judgment":17}','a50c887367228449ec4ba669fe1187510d6e0b2c77a5028e0b475ccf63510f19');
INSERT INTO "log" VALUES(31,1,13,1000200000000,'r-7426ca1dc641d4aa','void','{"digest":"27d12d29d29454b5643b7bbca47432772051edf96ec2a9e5631e479fc38521b7","judgment":18}','9e590ddc10533cb2b7a27e7039b24c2a3d8eb350bf65f6077f92405c4fbf9253');
CREATE TABLE openings (
	id INTEGER NOT NULL, 
	item INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	pool VARCHAR(200) NOT NULL, 
	shuffle FLOAT NOT NULL, 
	wanted INTEGER NOT NULL, 
	n_answered INTEGER DEFAULT '0' NOT NULL, 
	n_leased INTEGER DEFAULT '0' NOT NULL, 
	is_open BOOLEAN DEFAULT 1 NOT NULL, 
	is_begun BOOLEAN DEFAULT 0 NOT NULL, 
	is_fixed BOOLEAN DEFAULT 1 NOT NULL, 
	CONSTRAINT pk_openings PRIMARY KEY (id), 
	CONSTRAINT fk_openings_item FOREIGN KEY(item) REFERENCES items (id), 
	CONSTRAINT uq_openings_item_stage UNIQUE (item, stage)
);
INSERT INTO "openings" VALUES(1,1,0,'data',5.59864706220735586228e-01,2,1,0,1,1,1);
INSERT INTO "openings" VALUES(2,2,0,'data',6.35023217912160653497e-02,2,1,0,1,1,1);
INSERT INTO "openings" VALUES(3,3,0,'data',4.26643724979219207682e-01,2,1,0,1,1,1);
INSERT INTO "openings" VALUES(4,4,0,'data',4.17509998330541365341e-01,2,1,0,1,1,1);
INSERT INTO "openings" VALUES(5,5,0,'gold',2.85691880424452038234e-01,1000000000,0,0,1,0,1);
INSERT INTO "openings" VALUES(6,6,0,'gold',5.43540045040857622282e-01,1000000000,0,0,1,0,1);
INSERT INTO "openings" VALUES(7,7,0,'practice',0.79427525653961,1000000000,2,0,1,0,1);
CREATE TABLE purses (
	id INTEGER NOT NULL, 
	committed BIGINT NOT NULL, 
	CONSTRAINT pk_purses PRIMARY KEY (id)
);
INSERT INTO "purses" VALUES(1,600000);
CREATE TABLE raters (
	id INTEGER NOT NULL, 
	pseudonym VARCHAR(40) NOT NULL, 
	origin VARCHAR(200) NOT NULL, 
	external TEXT NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	joined BIGINT NOT NULL, 
	consented INTEGER, 
	n_served INTEGER DEFAULT '0' NOT NULL, 
	n_answered INTEGER DEFAULT '0' NOT NULL, 
	n_control INTEGER DEFAULT '0' NOT NULL, 
	n_right INTEGER DEFAULT '0' NOT NULL, 
	staged BIGINT, 
	last BIGINT, 
	chain INTEGER DEFAULT '0' NOT NULL, 
	head VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_raters PRIMARY KEY (id), 
	CONSTRAINT uq_raters_origin_external UNIQUE (origin, external), 
	CONSTRAINT uq_raters_pseudonym UNIQUE (pseudonym)
);
INSERT INTO "raters" VALUES(1,'r-7426ca1dc641d4aa','simulated','simulated 0','dismissed',1000000000000,1,6,6,1,1,NULL,1000000112663,13,'9e590ddc10533cb2b7a27e7039b24c2a3d8eb350bf65f6077f92405c4fbf9253');
INSERT INTO "raters" VALUES(2,'r-654c5e33b1a1ede2','simulated','simulated 1','active',1000000000000,1,5,5,0,0,NULL,1000000102752,6,'207e85f971a7d532afe60fa56c854eae80c4957fab11511689a8fcfb979ee0b7');
INSERT INTO "raters" VALUES(3,'r-93555f2b92179ea7','test','ann','active',1000100000000,1,1,1,0,0,NULL,1000100001000,2,'bd5cfbfeb2f5662145c2867c4f6266169559461c7bc0728d4d7eb90a977a3a62');
CREATE TABLE studies (
	id INTEGER NOT NULL, 
	configuration TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	secret BLOB NOT NULL, 
	is_open BOOLEAN DEFAULT 1 NOT NULL, 
	created BIGINT NOT NULL, 
	CONSTRAINT pk_studies PRIMARY KEY (id)
);
INSERT INTO "studies" VALUES(1,'{"name":"test","task":"extraneous","seed":7,"n_judgments":2,"settings":{},"most_each":null,"control":{"share":0.1,"bar":0.7,"doubt":0.05,"least":4},"qualification":{"bar":0.7},"batches":[],"pay":{"price":50000,"fee_share":0.0,"fee_each":0,"budget":10000000,"currency":"USD"},"stopping":null,"platform":null,"lease_minutes":15,"late_minutes":1440,"stage_delay_hours":72.0,"idle_seconds":60,"access":"invited"}','abd69d06042c46e0c07be3990ca19dee59f3be5455aeab7bdde0231433d264d6',X'ACCAD2CBCE704C465F394F6D2B9E41555F19EBB261ECB3210CD3683439772FBA',1,1000000000000);
CREATE TABLE tokens (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	scopes TEXT NOT NULL, 
	rater INTEGER, 
	created BIGINT NOT NULL, 
	expires BIGINT, 
	revoked BIGINT, 
	CONSTRAINT pk_tokens PRIMARY KEY (id), 
	CONSTRAINT fk_tokens_rater FOREIGN KEY(rater) REFERENCES raters (id), 
	CONSTRAINT uq_tokens_digest UNIQUE (digest)
);
CREATE INDEX ix_openings_begun ON openings (pool, stage, shuffle) WHERE is_open = 1 AND is_begun = 1;
CREATE INDEX ix_openings_fresh ON openings (pool, stage, shuffle) WHERE is_open = 1 AND is_begun = 0;
CREATE INDEX ix_assignments_expires ON assignments (expires) WHERE state = 'leased';
CREATE INDEX ix_assignments_rater_judgment ON assignments (rater, judgment);
CREATE INDEX ix_assignments_rater_stage_item ON assignments (rater, stage, item);
CREATE INDEX ix_assignments_rater_state_serial ON assignments (rater, state, serial);
CREATE TRIGGER judgments_no_update BEFORE update ON judgments
BEGIN SELECT RAISE(ABORT, 'judgments: rows are never changed'); END;
CREATE TRIGGER judgments_no_delete BEFORE delete ON judgments
BEGIN SELECT RAISE(ABORT, 'judgments: rows are never changed'); END;
CREATE TRIGGER log_no_update BEFORE update ON log
BEGIN SELECT RAISE(ABORT, 'log: rows are never changed'); END;
CREATE TRIGGER log_no_delete BEFORE delete ON log
BEGIN SELECT RAISE(ABORT, 'log: rows are never changed'); END;
COMMIT;
